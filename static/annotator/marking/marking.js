// What one person answers to one question, as a value that never changes: each action gives the next one (M1, M3, M4).
//
//   segments  [[start_ms, end_ms], …], in order, disjoint, none shorter than the shortest allowed
//   draft     {start} or {end}: the first edge of a segment that has no second one yet; or null
//   chosen    the place of the segment in hand, or null
//   none      "no answer here"
//   specific, condition_needed, complete   true, false, or null where not answered yet
//   words     for a third annotator: the word on each piece by its place

export const NOTHING = Object.freeze({
  segments: [], draft: null, chosen: null, none: false, specific: null, condition_needed: null, complete: null, note: "", words: {},
});
export const QUESTIONS = ["specific", "condition_needed", "complete"];

// Why an action cannot be done: "overlap" (`place` says with which segment), "short", "outside".
export class Refused extends Error {
  constructor(reason, place = null) {
    super(reason);
    Object.assign(this, { reason, place });
  }
}

// Sets an edge ("start" or "end") at a time: of the segment in hand, or of a new one. `limits`: {from, to, shortest}.
export function setEdge(marking, edge, ms, limits) {
  const { chosen, segments } = marking;
  if (chosen !== null && !liesBeyond(segments[chosen], edge, ms)) return moveEdge(marking, chosen, edge, ms, limits);
  const other = edge === "start" ? "end" : "start";
  if (marking.draft?.[other] !== undefined) {
    const { start, end } = { ...marking.draft, [edge]: ms };
    if (start < end) return insert(marking, [start, end], limits);
  }
  const within = segments.findIndex(([start, end]) => (edge === "start" ? start <= ms && ms < end : start < ms && ms <= end));
  if (within >= 0) throw new Refused("overlap", within);
  return { ...marking, draft: { [edge]: ms }, chosen: null, none: false };
}

// A start behind the segment in hand, or an end before it, begins the next one.
const liesBeyond = ([start, end], edge, ms) => (edge === "start" ? ms >= end : ms <= start);

export function insert(marking, segment, limits) {
  const segments = [...marking.segments, segment].sort((a, b) => a[0] - b[0]);
  const chosen = segments.indexOf(segment);
  check(segments, chosen, limits);
  return { ...marking, segments, chosen, draft: null, none: false };
}

export function moveEdge(marking, place, edge, ms, limits) {
  const segments = marking.segments.map((one, at) => (at !== place ? one : edge === "start" ? [ms, one[1]] : [one[0], ms]));
  check(segments, place, limits);
  return { ...marking, segments, chosen: place };
}

function check(segments, place, { from, to, shortest }) {
  const [start, end] = segments[place];
  if (start < from || end > to) throw new Refused("outside");
  if (end - start < shortest) throw new Refused("short");
  if (segments[place - 1]?.[1] > start) throw new Refused("overlap", place - 1);
  if (segments[place + 1]?.[0] < end) throw new Refused("overlap", place + 1);
}

export function remove(marking, place) {
  return { ...marking, segments: marking.segments.filter((_, at) => at !== place), chosen: null };
}

export const choose = (marking, place) => ({ ...marking, chosen: place, draft: place === null ? marking.draft : null });
export const dropDraft = (marking) => ({ ...marking, draft: null, chosen: null });
export const setNone = (marking, none) => ({ ...marking, none, draft: null, chosen: null });
export const answer = (marking, name, value) => ({ ...marking, [name]: value });
export const sayOfPiece = (marking, place, word) => ({ ...marking, words: { ...marking.words, [place]: word } });

const within = ([from, to]) => ([start, end]) => start >= from && end <= to;

// The word on a piece: what was said, or "edges" once edges are marked where they are asked for.
export function wordOf(marking, piece, place) {
  const said = marking.words[place] ?? null;
  if (piece.asks !== "edges") return said;
  return marking.segments.some(within(piece.span)) ? "edges" : said;
}

// What is still to be done before the answer can be sent: names of fields, none if it is complete.
export function missingIn(marking, { pieces = null, hasCondition = false }) {
  if (marking.draft) return ["draft"];
  if (pieces) return pieces.some((piece, place) => wordOf(marking, piece, place) === null) ? ["pieces"] : [];
  if (!marking.segments.length) return marking.none ? [] : ["segments"];
  return QUESTIONS.filter((name) => marking[name] === null && (hasCondition || name !== "condition_needed"));
}

// The fields of `POST scores/`.
export function answerOf(marking, { pieces = null, hasCondition = false }) {
  const note = marking.note.trim();
  if (pieces) return { pieces: pieces.map((piece, place) => reply(marking, piece, wordOf(marking, piece, place))), note };
  if (!marking.segments.length) return { segments: [], note };
  const asked = QUESTIONS.filter((name) => hasCondition || name !== "condition_needed");
  return { segments: marking.segments, ...Object.fromEntries(asked.map((name) => [name, marking[name]])), note };
}

// What was sent, as a value to go on with; `pieces` as in `POST scores/`.
export function markingOf({ segments = [], pieces = null, specific = null, condition_needed = null, complete = null, note = "" }) {
  const words = Object.fromEntries((pieces ?? []).map(({ word }, place) => [place, word]));
  const marked = pieces ? pieces.flatMap((one) => one.segments ?? []) : segments;
  return { ...NOTHING, segments: marked, none: !pieces && !segments.length, specific, condition_needed, complete, note, words };
}

function reply(marking, { span }, word) {
  return word === "edges" ? { span, word, segments: marking.segments.filter(within(span)) } : { span, word };
}
