// The map: circles, lines and as many names as there is room for.
const mapElement = document.getElementById("map");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const large = nodes.length > 800;
const look = { cursor: null, hover: null, selected: null, group: null, touched: false, laying: true };
const PULSE = 900;
let paint = {};
let map = null;

function readColours() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  paint = { groups: Array.from({ length: COLOURS }, (_, n) => colour(`c${n}`)) };
  for (const name of ["back", "text", "quiet", "faint", "accent", "other", "link"]) paint[name] = colour(name);
}

const colourOf = (node) => (node.group.colour < 0 ? paint.other : paint.groups[node.group.colour]);
const radius = (node) => 3 + Math.min(11, 1.5 * Math.sqrt(node.facts.length));
// Far away a circle keeps a size that can be seen.
const drawn = (node, scale) => Math.max(radius(node), (1.2 + 0.16 * radius(node)) / scale);
const redraw = () => map?.nodeVisibility((node) => node.begun);

// What stands out: the selected thing and its neighbours, else a group of the legend.
let near = null;
function nearest() {
  const middle = look.hover ?? look.cursor ?? look.selected;
  return middle ? new Set([middle, ...others(middle)]) : null;
}
const dimmed = (node) => (near ? !near.has(node) : look.group !== null && node.group !== look.group);

function drawNode(node, context, scale) {
  const size = drawn(node, scale);
  const ghost = node.count === 0 && node.facts.length > 0;
  context.globalAlpha = ghost ? 0.18 : dimmed(node) ? (large ? 0.22 : 0.45) : 1;
  context.beginPath();
  context.arc(node.x, node.y, size, 0, 2 * Math.PI);
  context.fillStyle = colourOf(node);
  context.fill();
  const age = performance.now() - node.pulse;
  if (age < PULSE) ring(context, node, size + (6 * age) / PULSE / scale, paint.accent, 2 / scale, 1 - age / PULSE);
  if (node === look.selected) ring(context, node, size + 3 / scale, paint.text, 2 / scale, 1);
  if (node === look.cursor) ring(context, node, size + 6 / scale, paint.accent, 2 / scale, 1);
  context.globalAlpha = 1;
}

function ring(context, node, size, colour, width, alpha) {
  context.globalAlpha = alpha;
  context.beginPath();
  context.arc(node.x, node.y, size, 0, 2 * Math.PI);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
}

const faded = (colour, share) => `${colour}${Math.round(share * 255).toString(16).padStart(2, "0")}`;

function linkColour(link) {
  const middle = look.hover ?? look.cursor ?? look.selected;
  if (middle) return link.source === middle || link.target === middle ? faded(paint.accent, 0.8) : faded(paint.link, large ? 0.05 : 0.3);
  if (look.group) {
    const inside = link.source.group === look.group && link.target.group === look.group;
    return inside ? faded(paint.link, 0.6) : faded(paint.link, large ? 0.04 : 0.1);
  }
  return faded(paint.link, large ? 0.16 : 0.5);
}

// ---- names, each at its size on the screen, none above another

const FONT = '12px system-ui, "Segoe UI", sans-serif';
const BOLD = '600 15px system-ui, "Segoe UI", sans-serif';
const short = (text, most) => ([...text].length > most ? [...text].slice(0, most - 1).join("") + "…" : text);

function drawNames(context) {
  const { a: zoom, e: left, f: top } = context.getTransform();
  const dots = window.devicePixelRatio || 1;
  const [width, height, scale] = [map.width(), map.height(), zoom / dots];
  const taken = new Set();
  let room = Math.max(12, Math.floor((width * height) / 13000));
  context.save();
  context.setTransform(dots, 0, 0, dots, 0, 0);
  context.textAlign = "center";
  context.lineJoin = "round";
  context.strokeStyle = paint.back;
  const write = (text, x, y, tall) => {
    const half = context.measureText(text).width / 2 + 3;
    if (x + half < 0 || x - half > width || y < 0 || y - tall > height) return false;
    const cells = [];
    for (let row = Math.floor((y - tall) / 8); row <= Math.floor((y + 3) / 8); row += 1) {
      for (let column = Math.floor((x - half) / 16); column <= Math.floor((x + half) / 16); column += 1) {
        if (taken.has(row * 4096 + column)) return false;
        cells.push(row * 4096 + column);
      }
    }
    for (const cell of cells) taken.add(cell);
    context.lineWidth = 4;
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
    return true;
  };
  const at = (node) => [(node.x * zoom + left) / dots, (node.y * zoom + top) / dots];
  if (byCommunity && nodes.length > 120 && !near && scale < 1.1) drawGroups(context, write, at);
  context.font = FONT;
  const first = near ? [...near].sort((a, b) => b.count - a.count) : [];
  const shown = new Set();
  const name = (node, must) => {
    const dim = dimmed(node) && !must;
    if (!node.begun || shown.has(node) || (dim && large)) return;
    const [x, y] = at(node);
    context.fillStyle = node.count === 0 && node.facts.length ? paint.quiet : paint.text;
    context.globalAlpha = dim ? 0.6 : node.count === 0 && node.facts.length ? 0.6 : 1;
    if (write(short(node.name, 32), x, y - drawn(node, scale) * scale - 4, 11)) {
      shown.add(node);
      room -= 1;
    }
  };
  for (const node of [look.hover, look.cursor, look.selected, ...first.slice(0, 60)]) if (node) name(node, true);
  if (!near || !large) for (const node of ranked.slice(0, 2500)) {
    if (room <= 0) break;
    name(node, false);
  }
  context.restore();
}

function drawGroups(context, write, at) {
  context.font = BOLD;
  for (const group of groups) {
    if (group.colour < 0 || (look.group && group !== look.group)) continue;
    const lit = group.nodes.filter((node) => node.begun && node.count);
    if (lit.length < 3) continue;
    const middle = { x: 0, y: 0 };
    for (const node of lit) {
      middle.x += node.x / lit.length;
      middle.y += node.y / lit.length;
    }
    context.fillStyle = paint.groups[group.colour];
    write(short(group.name, 36), ...at(middle), 14);
  }
}

// ---- the library

const moved = (milliseconds) => (still.matches ? 0 : milliseconds);

// Everything that has begun, between the legend and the page.
function fit() {
  const shown = nodes.filter((node) => node.begun);
  if (!map || !shown.length) return;
  const wide = innerWidth > 760;
  const left = wide ? byId("legend").offsetWidth + 24 : 0;
  const right = wide && !byId("entity").hidden ? byId("entity").offsetWidth + 24 : 0;
  const edges = (values) => [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  const [west, east] = edges(shown.map((node) => node.x));
  const [north, south] = edges(shown.map((node) => node.y));
  const room = { x: Math.max(120, map.width() - left - right - 120), y: Math.max(120, map.height() - 90) };
  const scale = Math.max(0.02, Math.min(2.5, room.x / Math.max(1, east - west), room.y / Math.max(1, south - north)));
  map.zoom(scale, moved(400));
  map.centerAt((west + east) / 2 + (right - left) / 2 / scale, (north + south) / 2, moved(400));
}

function makeMap() {
  const parts = placeNodes();
  map = new ForceGraph(mapElement)
    .nodeLabel(() => null)
    .linkLabel(() => null)
    .autoPauseRedraw(true)
    .minZoom(0.02)
    .maxZoom(12)
    .linkColor(linkColour)
    .linkWidth((link) => (near && (link.source === look.selected || link.target === look.selected) ? 1.6 : 1))
    // While thousands find their place, their lines would take most of the time.
    .linkVisibility((link) => link.on && !(large && look.laying))
    .linkPointerAreaPaint(() => {})
    .nodeCanvasObject(drawNode)
    .nodePointerAreaPaint((node, colour, context, scale) => {
      context.beginPath();
      context.arc(node.x, node.y, drawn(node, scale) + 2 / scale, 0, 2 * Math.PI);
      context.fillStyle = colour;
      context.fill();
    })
    .onRenderFramePre(() => { near = nearest(); })
    .onRenderFramePost(drawNames)
    .onNodeHover((node) => { look.hover = node; redraw(); })
    .onNodeClick((node) => openEntity(node, false))
    .onBackgroundClick(() => { if (look.cursor) look.cursor = null; redraw(); })
    .d3AlphaDecay(large ? 0.06 : 0.025)
    .d3AlphaMin(0.008)
    .d3VelocityDecay(0.45)
    .warmupTicks(large ? 0 : 60)
    .cooldownTime(large ? 12000 : 6000)
    .onEngineTick(() => { if (!look.touched && (ticks += 1) % 24 === 0) fit(); })
    .onEngineStop(settled);
  let ticks = 0;
  map.d3Force("charge").strength(large ? -42 : -130).theta(large ? 1.3 : 0.9);
  map.d3Force("link").distance(large ? 30 : 48).strength(pull);
  map.d3Force("gathering", gathering(parts));
  map.d3Force("center", null);
  const resize = () => map.width(mapElement.clientWidth).height(mapElement.clientHeight);
  resize();
  map.graphData({ nodes, links });
  new ResizeObserver(resize).observe(mapElement);
  for (const kind of ["pointerdown", "wheel"]) mapElement.addEventListener(kind, () => { look.touched = true; }, { passive: true });
  redraw();
  requestAnimationFrame(() => fit());
}

function settled() {
  look.laying = false;
  if (!look.touched) fit();
  redraw();
  document.body.dataset.settled = "yes";
}

function centreOn(node) {
  const [side, below] = innerWidth > 760 ? [80, 0] : [0, map.height() * 0.28];
  const scale = Math.max(map.zoom(), 1.6);
  look.touched = true;
  map.zoom(scale, moved(500));
  map.centerAt(node.x + side / scale, node.y + below / scale, moved(500));
}

// While something pulses the map is drawn again and again.
function pulse(found) {
  if (still.matches) return;
  const now = performance.now();
  for (const fact of found.slice(0, 400)) for (const id of [fact.source, fact.target]) nodeOf.get(id).pulse = now;
  const draw = () => {
    redraw();
    if (performance.now() - now < PULSE) requestAnimationFrame(draw);
  };
  draw();
}
