// The delayed mode: a key pressed while the video plays means the moment that made the person press it.

export const USUAL_MS = 300;
export const LONGEST_MS = 2000;

// The frame that is meant when an edge or a bookmark is set at `frame`.
export function frameMeant(frame, table, { playing, speed, delayed, reactionMs }) {
  if (!delayed || !playing) return frame;
  return table.frameAtMs(Math.max(table.firstMs, table.startMs(frame) - Math.round(reactionMs * speed)));
}
