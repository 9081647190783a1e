// The memory as nodes and links, and what of it is true at one moment of its history.
const memory = JSON.parse(document.getElementById("memory").textContent);
const COLOURS = 10;
const MOST_GROUPS = 100;
const DAY_END = " 23:59:59";

const nodes = memory.entities.map((entity) => ({ ...entity, facts: [], links: [], count: 0, begun: true, pulse: 0 }));
const nodeOf = new Map(nodes.map((node) => [node.id, node]));
const facts = memory.facts;
const links = [];

function joinFacts() {
  const between = new Map();
  for (const fact of facts) {
    const [one, other] = [nodeOf.get(fact.source), nodeOf.get(fact.target)];
    one.facts.push(fact);
    other.facts.push(fact);
    const key = fact.source < fact.target ? `${fact.source} ${fact.target}` : `${fact.target} ${fact.source}`;
    let link = between.get(key);
    if (!link) {
      link = { source: one, target: other, facts: [], on: false };
      between.set(key, link);
      links.push(link);
      one.links.push(link);
      other.links.push(link);
    }
    link.facts.push(fact);
  }
}

// ---- groups: communities, or kinds of things where there are none

const groups = [];

function makeGroups() {
  const byCommunity = memory.communities.length > 0;
  const names = new Map(memory.communities.map((community) => [community.id, community.name]));
  const found = new Map();
  for (const node of nodes) {
    const key = byCommunity ? (node.community ?? null) : node.type;
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(node);
  }
  const rest = { name: byCommunity ? "in none" : "other kinds", colour: -1, nodes: [] };
  const sorted = [...found].sort((a, b) => b[1].length - a[1].length);
  for (const [key, members] of sorted) {
    if (key === null || groups.length >= MOST_GROUPS) rest.nodes.push(...members);
    else groups.push({ name: byCommunity ? names.get(key) : key, colour: groups.length % COLOURS, nodes: members });
  }
  if (rest.nodes.length) groups.push(rest);
  for (const group of groups) for (const node of group.nodes) node.group = group;
  return byCommunity;
}

// ---- time: one stop a day on which something began or ended

const stops = [];
let moment = memory.now;

function makeStops() {
  const days = new Set([memory.now.slice(0, 10), (memory.at ?? memory.now).slice(0, 10)]);
  for (const fact of facts) {
    if (fact.from) days.add(fact.from.slice(0, 10));
    if (fact.until) days.add(fact.until.slice(0, 10));
  }
  stops.push(...[...days].sort());
}

const stopOf = (at) => Math.max(0, stops.findLastIndex((day) => day <= at.slice(0, 10)));
const momentOf = (stop) => (stops[stop] === memory.now.slice(0, 10) ? memory.now : stops[stop] + DAY_END);
const holds = (fact, at) => (!fact.from || fact.from <= at) && (!fact.until || fact.until > at);

// What began and what ended since the moment before.
function goTo(at) {
  const began = [];
  const ended = [];
  moment = at;
  for (const fact of facts) {
    const on = holds(fact, at);
    if (on !== fact.on) (on ? began : ended).push(fact);
    fact.on = on;
  }
  for (const link of links) link.on = link.facts.some((fact) => fact.on);
  for (const node of nodes) {
    node.count = 0;
    for (const fact of node.facts) if (fact.on) node.count += 1;
    node.begun = node.facts.length ? node.facts.some((fact) => !fact.from || fact.from <= at) : node.seen <= at;
  }
  return { began, ended };
}

const others = (node) => node.links.filter((link) => link.on).map((link) => (link.source === node ? link.target : link.source));
const total = () => ({
  facts: facts.reduce((sum, fact) => sum + fact.on, 0),
  things: nodes.reduce((sum, node) => sum + (node.begun && (node.count > 0 || !node.facts.length)), 0),
});

// ---- dates as they are written

const LENGTH = { year: 4, month: 7 };
const written = (at, precision) => at.slice(0, LENGTH[precision] ?? 10);

function dates(fact) {
  const from = fact.from ? written(fact.from, fact.from_precision) : "";
  const until = fact.until ? written(fact.until, fact.until_precision) : "";
  if (!from) return until ? `until ${until}` : "";
  if (fact.stated) return until ? `${from} – ${until}` : `since ${from}`;
  return until ? `said ${from}, until ${until}` : `said ${from}`;
}

const plural = (count, one, many) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

joinFacts();
const byCommunity = makeGroups();
makeStops();
const ranked = [...nodes].sort((a, b) => b.facts.length - a.facts.length || a.id - b.id);
