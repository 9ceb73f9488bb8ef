// Where name plates go, in pixels of the screen: near their unit, its rear first, never on another plate or unit. A
// plate that had to go far is led back to its unit by a line.

export type Spot = readonly [number, number];
export type Rect = { x: number; y: number; w: number; h: number };

export type Wanting = {
  id: string;
  /** The corners of its unit. */
  corners: readonly Spot[];
  /** The way its rear lies, in radians. */
  rear: number;
  /** The size of the plate; `null` if it has none and only is in the way. */
  size: readonly [number, number] | null;
  /** Who is served first. */
  priority: number;
  /** Where its banner stands, if it has one. */
  banner: Spot | null;
  /** Where a line may end: the middles of its stands. */
  ends: readonly Spot[];
};

export type Put = Rect & { id: string; lead: readonly [Spot, Spot] | null; cost: number };

const AWAY = [6, 20, 38, 60, 86, 116, 150] as const;
const ROUND = [0, 22, -22, 45, -45, 67, -67, 90, -90, 112, -112, 135, -135, 157, -157, 180] as const;
/** Farther than this, and a line leads back. */
const NEAR = 13;
const GAP = 4;
const COST = {
  pixel: 1.1,
  degree: 0.13,
  above: 10,
  banner: 35,
  line: 30,
  unit: 700,
  own: 900,
  plate: 1500,
  outside: 4000,
};

export function place(wanting: readonly Wanting[], bounds: Rect, blocked: readonly Rect[] = []): Put[] {
  const done: Rect[] = [...blocked];
  const hulls = wanting.map(({ corners }) => hullOf(corners));
  const order = wanting
    .map((one, i) => ({ one, i, y: hulls[i]!.y }))
    .sort((a, b) => b.one.priority - a.one.priority || a.y - b.y || a.i - b.i);
  const out: Put[] = [];
  for (const { one, i } of order) {
    if (!one.size) continue;
    const put = best(one, i, one.size, { wanting, hulls, bounds, done });
    done.push(put);
    out.push(put);
  }
  return out;
}

type Field = { wanting: readonly Wanting[]; hulls: readonly Rect[]; bounds: Rect; done: readonly Rect[] };

function best(one: Wanting, i: number, [w, h]: readonly [number, number], field: Field): Put {
  const hull = field.hulls[i]!;
  const [cx, cy] = [hull.x + hull.w / 2, hull.y + hull.h / 2];
  let found: { cost: number; r: Rect } | null = null;
  for (const away of AWAY) {
    for (const degrees of ROUND) {
      let cost = away * COST.pixel + Math.abs(degrees) * COST.degree;
      if (found && cost >= found.cost) continue;
      const turn = one.rear + (degrees * Math.PI) / 180;
      const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
      const far =
        Math.min(
          (hull.w / 2 + w / 2) / Math.max(0.001, Math.abs(dx)),
          (hull.h / 2 + h / 2) / Math.max(0.001, Math.abs(dy)),
        ) + away;
      const r = { x: cx + dx * far - w / 2, y: cy + dy * far - h / 2, w, h };
      cost += costOf(r, i, cy, field);
      if (away > NEAR && (!found || cost < found.cost)) cost += COST.line * crossings([cx, cy], r, i, field);
      if (!found || cost < found.cost) found = { cost, r };
    }
  }
  const { r, cost } = found!;
  const near: Spot = [clamp(cx, r.x, r.x + w), clamp(cy, r.y, r.y + h)];
  const lead = gap(one.corners, near) > NEAR ? ([near, nearest(one.ends, near) ?? [cx, cy]] as const) : null;
  return { ...r, id: one.id, lead, cost };
}

function costOf(r: Rect, i: number, cy: number, { wanting, hulls, bounds, done }: Field): number {
  let cost = r.y + r.h < cy ? COST.above : 0;
  const { x, y, w, h } = bounds;
  if (r.x < x || r.y < y || r.x + r.w > x + w || r.y + r.h > y + h) cost += COST.outside;
  for (const other of done) if (overlap(r, other, GAP)) cost += COST.plate;
  for (let j = 0; j < wanting.length; j += 1) {
    if (overlap(r, hulls[j]!, 0) && covers(r, wanting[j]!.corners)) cost += j === i ? COST.own : COST.unit;
    const banner = j === i ? null : wanting[j]!.banner;
    if (banner) {
      const [bx, by] = [banner[0], banner[1] - 24];
      if (bx > r.x - 4 && bx < r.x + r.w + 14 && by > r.y - 20 && by < r.y + r.h + 6) cost += COST.banner;
    }
  }
  return cost;
}

/** How many quarters of a line from the unit to its plate lie on other units. */
function crossings([cx, cy]: Spot, r: Rect, i: number, { wanting }: Field): number {
  let count = 0;
  for (const part of [0.25, 0.4, 0.55, 0.7]) {
    const p: Spot = [cx + (r.x + r.w / 2 - cx) * part, cy + (r.y + r.h / 2 - cy) * part];
    wanting.forEach(({ corners }, j) => {
      if (j !== i && inside(p, corners)) count += 1;
    });
  }
  return count;
}

const clamp = (v: number, low: number, high: number): number => Math.max(low, Math.min(high, v));

function hullOf(corners: readonly Spot[]): Rect {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

export const overlap = (a: Rect, b: Rect, gap: number): boolean =>
  a.x < b.x + b.w + gap && a.x + a.w + gap > b.x && a.y < b.y + b.h + gap && a.y + a.h + gap > b.y;

/** Do a rectangle and a convex ring have any ground in common? */
export function covers(r: Rect, ring: readonly Spot[]): boolean {
  const box: Spot[] = [
    [r.x, r.y],
    [r.x + r.w, r.y],
    [r.x + r.w, r.y + r.h],
    [r.x, r.y + r.h],
  ];
  for (const [a, b] of [
    [box, ring],
    [ring, box],
  ] as const) {
    for (let i = 0; i < a.length; i += 1) {
      const [p, q] = [a[i]!, a[(i + 1) % a.length]!];
      const [nx, ny] = [p[1] - q[1], q[0] - p[0]];
      const span = (points: readonly Spot[]): [number, number] => {
        let [low, high] = [Infinity, -Infinity];
        for (const [x, y] of points) {
          const along = x * nx + y * ny;
          if (along < low) low = along;
          if (along > high) high = along;
        }
        return [low, high];
      };
      const [mine, theirs] = [span(a), span(b)];
      if (mine[1] <= theirs[0] || theirs[1] <= mine[0]) return false;
    }
  }
  return true;
}

function inside([x, y]: Spot, ring: readonly Spot[]): boolean {
  let within = false;
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) within = !within;
  });
  return within;
}

const distance = (a: Spot, b: Spot): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** How far a point lies from the edge of a ring. */
function gap(ring: readonly Spot[], p: Spot): number {
  let least = Infinity;
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    const long = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const along = clamp(((p[0] - ax) * (bx - ax) + (p[1] - ay) * (by - ay)) / long, 0, 1);
    least = Math.min(least, distance([ax + (bx - ax) * along, ay + (by - ay) * along], p));
  });
  return least;
}

const nearest = (points: readonly Spot[], to: Spot): Spot | undefined =>
  points.reduce<Spot | undefined>((a, b) => (!a || distance(b, to) < distance(a, to) ? b : a), undefined);
