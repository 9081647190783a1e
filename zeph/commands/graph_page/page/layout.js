// Where nodes begin and what pulls them: each group a disc of its own, the best connected in its middle.
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const ROOM = 15;

function placeNodes() {
  const parts = [];
  for (const group of groups) {
    // The rest is no group: communities in it are kept apart.
    const inner = new Map();
    for (const node of group.nodes) {
      const key = group.colour < 0 ? (node.community ?? "") : "";
      if (!inner.has(key)) inner.set(key, []);
      inner.get(key).push(node);
    }
    for (const [key, members] of inner) {
      for (const node of members) node.loose = key === "" && group.colour < 0;
      parts.push(members);
    }
  }
  parts.sort((a, b) => b.length - a.length);
  let area = 0;
  parts.forEach((members, number) => {
    const radius = ROOM * Math.sqrt(members.length);
    const away = number ? 1.35 * Math.sqrt(area / Math.PI) + radius : 0;
    const centre = { x: away * Math.cos(number * GOLDEN), y: 0.72 * away * Math.sin(number * GOLDEN) };
    area += Math.PI * radius * radius;
    members.sort((a, b) => b.facts.length - a.facts.length);
    members.forEach((node, place) => {
      node.part = number;
      node.x = centre.x + ROOM * Math.sqrt(place + 0.3) * Math.cos(place * GOLDEN);
      node.y = centre.y + ROOM * Math.sqrt(place + 0.3) * Math.sin(place * GOLDEN);
    });
  });
  return parts.length;
}

// Keeps a group together and everything near the middle.
function gathering(partCount) {
  const sums = Array.from({ length: partCount }, () => ({ x: 0, y: 0, n: 0 }));
  const [inward, flat] = nodes.length > 800 ? [0.02, 0.5] : [0.07, 0.9];
  return (alpha) => {
    for (const sum of sums) sum.x = sum.y = sum.n = 0;
    for (const node of nodes) {
      const sum = sums[node.part];
      sum.x += node.x;
      sum.y += node.y;
      sum.n += 1;
    }
    for (const node of nodes) {
      const sum = sums[node.part];
      const together = node.loose ? 0 : 0.1;
      node.vx += ((sum.x / sum.n - node.x) * together - node.x * inward * flat) * alpha;
      node.vy += ((sum.y / sum.n - node.y) * together - node.y * inward) * alpha;
    }
  };
}

// Inside a group a line draws its ends together; between groups it hardly does, or a hub would pull all into one heap.
function pull(link) {
  const least = Math.min(link.source.links.length, link.target.links.length);
  const near = link.source.part === link.target.part || link.source.loose || link.target.loose;
  return (near ? 1 : 0.12) / least;
}
