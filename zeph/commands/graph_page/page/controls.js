// Search, the date, the keys, and the beginning.
const search = byId("search");
const results = byId("results");
const time = byId("time");
const MOST_THINGS = 12;
const MOST_FOUND_FACTS = 8;
const PLAY_SECONDS = 20;
const SLOWEST = 700;

// ---- search

let found = [];
let chosen = -1;

function findAll() {
  query = search.value;
  showList();
  const wanted = words();
  found = [];
  chosen = -1;
  if (wanted.length) {
    const things = ranked.filter(bears);
    const starts = (node) => node.name.toLocaleLowerCase().startsWith(query.trim().toLocaleLowerCase());
    found.push(...[...things.filter(starts), ...things.filter((node) => !starts(node))].slice(0, MOST_THINGS).map((node) => ({ node })));
    const holding = (fact) => { const text = fact.fact.toLocaleLowerCase(); return wanted.every((word) => text.includes(word)); };
    for (const fact of facts) {
      if (found.length >= MOST_THINGS + MOST_FOUND_FACTS) break;
      if (holding(fact)) found.push({ node: nodeOf.get(fact.source), fact });
    }
  }
  showResults(wanted.length > 0);
}

function showResults(asked) {
  results.replaceChildren(...found.map(({ node, fact }, number) => {
    const item = make("li", "", undefined, { role: "option", id: `found-${number}`, "aria-selected": String(number === chosen) });
    item.append(foreign("span", "", fact ? fact.fact : node.name), make("small", "", fact ? dates(fact) : node.type));
    item.addEventListener("mousedown", (event) => { event.preventDefault(); choose(number); });
    return item;
  }));
  if (asked && !found.length) results.append(make("li", "", "Nothing bears these words."));
  results.hidden = !asked;
  search.setAttribute("aria-expanded", String(asked));
  search.removeAttribute("aria-activedescendant");
}

function mark(number) {
  chosen = (number + found.length) % found.length;
  [...results.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === chosen)));
  results.children[chosen].scrollIntoView({ block: "nearest" });
  search.setAttribute("aria-activedescendant", `found-${chosen}`);
}

function choose(number) {
  results.hidden = true;
  search.setAttribute("aria-expanded", "false");
  if (found[number]) openEntity(found[number].node, true);
}

search.addEventListener("input", findAll);
search.addEventListener("blur", () => { results.hidden = true; search.setAttribute("aria-expanded", "false"); });
search.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && found.length) mark(chosen < 0 && step < 0 ? -1 : chosen + step);
  else if (event.key === "Enter") choose(Math.max(0, chosen));
  else if (event.key === "Escape" && search.value) { search.value = ""; findAll(); }
  else return;
  event.preventDefault();
  event.stopPropagation();
});

// ---- the date

let playing = 0;

function showMoment(stop, quiet) {
  time.value = stop;
  const changed = goTo(momentOf(stop));
  const { facts: count, things } = total();
  const today = moment === memory.now;
  const text = `${today ? "now" : stops[stop]}: ${plural(count, "fact", "facts")} of ${plural(things, "thing", "things")}`;
  byId("date").replaceChildren(make("b", "", today ? "Now" : stops[stop]), make("span", "", ` · ${plural(count, "fact", "facts")}`));
  time.setAttribute("aria-valuetext", text);
  showChanges(quiet ? { began: [], ended: [] } : changed);
  showEntity();
  showList();
  redraw();
  return changed;
}

function showChanges({ began, ended }) {
  const line = (classes) => (fact) => foreign("span", classes, fact.fact);
  const news = [...began.slice(0, 4).map(line("began")), ...ended.slice(0, 4).map(line("ended"))];
  const more = began.length + ended.length - news.length;
  if (more > 0) news.push(make("span", "", `and ${more.toLocaleString("en")} more`));
  byId("changes").replaceChildren(...news);
}

function stopPlaying() {
  clearTimeout(playing);
  playing = 0;
  byId("play").textContent = "Play";
  byId("play").setAttribute("aria-pressed", "false");
}

function play() {
  if (playing) {
    stopPlaying();
    return say(time.getAttribute("aria-valuetext"));
  }
  const last = stops.length - 1;
  let stop = Number(time.value);
  if (stop >= last) showMoment((stop = 0), true);
  const pause = Math.max(60, Math.min(SLOWEST, (1000 * PLAY_SECONDS) / stops.length));
  const stride = Math.max(1, Math.round((stops.length * pause) / (1000 * PLAY_SECONDS)));
  byId("play").textContent = "Pause";
  byId("play").setAttribute("aria-pressed", "true");
  const step = () => {
    stop = Math.min(last, stop + stride);
    pulse(showMoment(stop, false).began);
    if (stop < last) playing = setTimeout(step, pause);
    else stopPlaying();
  };
  playing = setTimeout(step, pause);
}

time.addEventListener("input", () => { stopPlaying(); showMoment(Number(time.value), false); });
byId("play").addEventListener("click", play);
byId("now").addEventListener("click", () => { stopPlaying(); showMoment(stopOf(memory.now), true); });

// ---- the keys of the map

const AIM = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function walk([x, y]) {
  const from = look.cursor ?? look.selected;
  const choices = ranked.filter((node) => node.begun && node !== from);
  let best = from ? null : choices[0];
  let least = Infinity;
  for (const node of from ? choices : []) {
    const [right, down] = [node.x - from.x, node.y - from.y];
    const ahead = right * x + down * y;
    const aside = Math.abs(right * y) + Math.abs(down * x);
    if (ahead <= 0 || aside > 1.4 * ahead) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [least, best] = [cost, node];
  }
  if (!best) return say("Nothing further that way.");
  look.cursor = best;
  look.touched = true;
  const on = map.graph2ScreenCoords(best.x, best.y);
  if (on.x < 40 || on.y < 40 || on.x > map.width() - 40 || on.y > map.height() - 40) map.centerAt(best.x, best.y, moved(300));
  say(`${best.name}, ${best.type}, ${plural(best.count, "fact", "facts")}`);
  redraw();
}

function mapKey(key) {
  if (AIM[key]) walk(AIM[key]);
  else if (key === "Enter" && (look.cursor ?? look.selected)) openEntity(look.cursor ?? look.selected, true);
  else if (key === "+" || key === "=") zoomBy(1.4);
  else if (key === "-") zoomBy(1 / 1.4);
  else if (key === "0") fit();
  else if (key === " ") play();
  else return false;
  return true;
}

function zoomBy(factor) {
  look.touched = true;
  map.zoom(map.zoom() * factor, moved(200));
}

byId("map").addEventListener("keydown", (event) => {
  if (!event.ctrlKey && !event.metaKey && !event.altKey && mapKey(event.key)) event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  const writing = event.target instanceof HTMLInputElement && event.target.type !== "range";
  if (event.key === "/" && !writing) {
    event.preventDefault();
    search.focus();
    search.select();
  } else if (event.key === "Escape") {
    if (look.cursor) { look.cursor = null; redraw(); }
    else if (look.selected) closeEntity();
  }
});

// ---- the beginning

byId("show-map").addEventListener("click", () => showView(false));
byId("show-list").addEventListener("click", () => showView(true));
byId("fit").addEventListener("click", () => { look.touched = false; fit(); });
byId("list-more").addEventListener("click", () => { listed += MOST_LISTED; showList(); });
document.querySelector(".skip").addEventListener("click", () => showView(true));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColours(); redraw(); });

const leftOut = [];
if (memory.left_out.entities) leftOut.push(plural(memory.left_out.entities, "less connected thing", "less connected things"));
if (memory.left_out.facts) leftOut.push(plural(memory.left_out.facts, "fact", "facts"));
if (leftOut.length || !nodes.length) {
  byId("notice").hidden = false;
  byId("notice").textContent = nodes.length
    ? `Shown are the ${plural(nodes.length, "best connected thing", "best connected things")}; left out: ${leftOut.join(" and ")}.`
    : "Nothing is remembered yet: talk to Zeph, or import something.";
}
time.max = String(stops.length - 1);
readColours();
showLegend();
showMoment(stopOf(memory.at ?? memory.now), true);
makeMap();
if (memory.focus && nodeOf.has(memory.focus)) openEntity(nodeOf.get(memory.focus), false);
document.body.dataset.ready = "yes";
