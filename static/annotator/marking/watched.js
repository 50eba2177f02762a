// What was watched of a video: ordered, disjoint stretches [from, to] in milliseconds, and what lies between them.

const TOUCHING_MS = 250; // what is missing between two stretches played one after the other is no gap

// The stretches with one more, joined where they touch.
export function withStretch(stretches, [from, to]) {
  if (!(to > from)) return stretches;
  const apart = stretches.filter(([start, end]) => end < from - TOUCHING_MS || start > to + TOUCHING_MS);
  const joined = stretches.filter((one) => !apart.includes(one));
  const whole = [Math.min(from, ...joined.map(([start]) => start)), Math.max(to, ...joined.map(([, end]) => end))];
  return [...apart, whole].sort((a, b) => a[0] - b[0]);
}

export const withAll = (stretches, more) => more.reduce(withStretch, stretches);

// What was not watched of [from, to]; gaps shorter than `leastMs` do not count.
export function gapsIn(stretches, [from, to], leastMs = 1000) {
  const edges = [from, ...stretches.flat().map((ms) => Math.max(from, Math.min(to, ms))), to];
  const gaps = [];
  for (let place = 0; place < edges.length; place += 2) {
    if (edges[place + 1] - edges[place] >= leastMs) gaps.push([edges[place], edges[place + 1]]);
  }
  return gaps;
}

export function watchedShare(stretches, [from, to]) {
  const missing = gapsIn(stretches, [from, to]).reduce((sum, [start, end]) => sum + end - start, 0);
  return to > from ? 1 - missing / (to - from) : 0;
}

// The first of the sorted times behind `ms`, or the last one before it; null where there is none.
export function neighbour(times, ms, forward) {
  const found = forward ? times.find((time) => time > ms) : times.findLast((time) => time < ms);
  return found ?? null;
}
