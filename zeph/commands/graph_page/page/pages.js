// A thing's page, the list and the legend. Every text is set as text, never as markup.
const byId = (id) => document.getElementById(id);
const MOST_LISTED = 200;
const MOST_FACTS = 300;
const MOST_SOURCES = 3;

function make(kind, classes, text, attributes = {}) {
  const element = document.createElement(kind);
  if (classes) element.className = classes;
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
const foreign = (kind, classes, text) => make(kind, classes, text, { dir: "auto" });
const dot = (group) => make("span", group.colour < 0 ? "dot" : `dot g${group.colour}`, undefined, { "aria-hidden": "true" });
const say = (text) => { byId("live").textContent = text; };

// ---- the page

let opener = null;

function openEntity(node, focus) {
  if (!byId("entity").contains(document.activeElement)) opener = document.activeElement;
  look.selected = node;
  look.cursor = null;
  showEntity();
  if (focus) byId("entity").focus();
  if (map && !byId("map-view").hidden && focus) centreOn(node);
  redraw();
}

function closeEntity() {
  const inside = byId("entity").contains(document.activeElement);
  look.selected = null;
  byId("entity").hidden = true;
  if (inside) (opener?.isConnected ? opener : byId("map")).focus();
  redraw();
}

function showEntity() {
  const node = look.selected;
  const page = byId("entity");
  page.hidden = !node;
  if (!node) return;
  const close = make("button", "close", "Close", { type: "button" });
  close.addEventListener("click", closeEntity);
  const about = make("p", "about");
  about.append(foreign("span", "", node.type));
  if (byCommunity && node.group.colour >= 0) about.append(dot(node.group), foreign("span", "", node.group.name));
  page.replaceChildren(close, foreign("h2", "", node.name), about);
  if (node.aliases.length) page.append(foreign("p", "about", `also ${node.aliases.join(", ")}`));
  if (node.summary) page.append(foreign("p", "summary", node.summary));
  const then = moment === memory.now ? "Facts now" : `Facts on ${moment.slice(0, 10)}`;
  const sorted = [...node.facts].sort((a, b) => ((b.from ?? "") > (a.from ?? "") ? 1 : -1));
  part(page, then, "now", sorted.filter((fact) => fact.on), "Nothing was true then.", node);
  part(page, "Before", "past", sorted.filter((fact) => !fact.on && fact.until && fact.until <= moment), "", node);
  part(page, "Later", "later", sorted.filter((fact) => !fact.on && !(fact.until && fact.until <= moment)), "", node);
}

function part(page, title, classes, found, none, node) {
  if (!found.length && !none) return;
  page.append(make("h3", "", found.length ? `${title} (${found.length.toLocaleString("en")})` : title));
  if (!found.length) return page.append(make("p", "about", none));
  const list = make("ul", classes);
  list.append(...found.slice(0, MOST_FACTS).map((fact) => factItem(fact, node)));
  page.append(list);
  if (found.length > MOST_FACTS) page.append(make("p", "about", `… and ${found.length - MOST_FACTS} more`));
}

function factItem(fact, node) {
  const item = make("li");
  const other = nodeOf.get(fact.source === node.id ? fact.target : fact.source);
  item.append(foreign("span", "fact", fact.fact), make("div", "dates", `#${fact.id} · ${fact.confidence.toFixed(2)}${dates(fact) ? ` · ${dates(fact)}` : ""} · `));
  const to = foreign("button", "to", other.name);
  to.type = "button";
  to.setAttribute("aria-label", `Open ${other.name}`);
  to.addEventListener("click", () => openEntity(other, true));
  item.lastChild.append("→ ", to);
  for (const id of fact.said.slice(0, MOST_SOURCES)) {
    const message = memory.messages[id];
    if (!message) continue;
    const quote = make("blockquote", "");
    quote.append(foreign("span", "", `“${message.text}”`), make("div", "", `#${id} · ${message.who} · ${message.at.slice(0, 10)}`));
    item.append(quote);
  }
  return item;
}

// ---- the list

let listed = MOST_LISTED;
let query = "";

const words = () => query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
function bears(node) {
  node.said ??= [node.name, ...node.aliases].join("\n").toLocaleLowerCase();
  return words().every((word) => node.said.includes(word));
}

function showList() {
  if (byId("list-view").hidden) return;
  const found = ranked.filter((node) => node.begun && (!look.group || node.group === look.group) && bears(node));
  byId("list-count").textContent = `${plural(found.length, "thing", "things")}, ${moment === memory.now ? "now" : `on ${moment.slice(0, 10)}`}`;
  byId("list").replaceChildren(...found.slice(0, listed).map((node) => {
    const item = make("li", node.count ? "" : "past");
    const open = foreign("button", "", node.name);
    open.type = "button";
    open.addEventListener("click", () => openEntity(node, true));
    item.append(dot(node.group), open, foreign("small", "", `${node.type}, ${node.count ? plural(node.count, "fact", "facts") : "nothing now"}`));
    return item;
  }));
  byId("list-more").hidden = found.length <= listed;
}

function showView(list) {
  byId("list-view").hidden = !list;
  byId("map-view").hidden = list;
  byId("show-map").setAttribute("aria-pressed", String(!list));
  byId("show-list").setAttribute("aria-pressed", String(list));
  byId("fit").hidden = list;
  if (list) map?.pauseAnimation();
  else map?.resumeAnimation();
  showList();
}

// ---- the legend

function showLegend() {
  byId("legend-title").textContent = byCommunity ? "Communities" : "Kinds";
  byId("groups").replaceChildren(...groups.map((group) => {
    const button = make("button", "", undefined, { type: "button", "aria-pressed": "false" });
    const name = foreign("span", "name", group.name);
    button.append(dot(group), name, make("span", "count", group.nodes.length.toLocaleString("en")));
    button.addEventListener("click", () => {
      look.group = look.group === group ? null : group;
      for (const other of byId("groups").querySelectorAll("button")) {
        other.setAttribute("aria-pressed", String(other === button && look.group !== null));
      }
      redraw();
      showList();
    });
    const item = make("li");
    item.append(button);
    return item;
  }));
}
