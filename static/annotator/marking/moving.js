// Going through the video: by frames, seconds and minutes, and to segments, edges, gaps and bookmarks.

const BACKWARD_MS = 2000;

// where: {segments(), chosen(), gaps(), bookmarks()} of the question in view, in milliseconds
export function makeMoving({ reel, neighbour, where, choose, text, hint }) {
  const here = () => reel.table.startMs(reel.frame);

  function by(ms) {
    if (!reel.table) return;
    reel.seek(reel.table.frameAtMs(Math.max(reel.table.firstMs, here() + ms)));
  }

  function step(frames) {
    if (!reel.table) return;
    reel.pause();
    reel.seek(reel.frame + frames);
  }

  function to(ms) {
    if (reel.table) reel.seek(reel.table.frameAtMs(Math.round(ms)));
  }

  function jump(name, times, forward) {
    if (!reel.table) return;
    const found = neighbour(times, here(), forward);
    if (found === null) return void hint(text(`no-${forward ? "next" : "previous"}-${name}`));
    reel.pause();
    to(found);
    hint("");
  }

  // Behind the last one comes the first: after watching, all bookmarks lie behind.
  function bookmark(forward) {
    const times = where.bookmarks();
    if (!reel.table) return;
    if (neighbour(times, here(), forward) !== null) return void jump("bookmark", times, forward);
    if (!times.length) return void hint(text("no-bookmark"));
    reel.pause();
    to(forward ? Math.min(...times) : Math.max(...times));
    hint(text(forward ? "first-bookmark" : "last-bookmark"));
  }

  // Behind the last one comes the first.
  function segment(forward) {
    if (!reel.table) return;
    const starts = where.segments().map(([start]) => start);
    const chosen = where.chosen();
    const at = chosen !== null ? starts[chosen] : forward ? here() - 1 : here();
    const found = neighbour(starts, at, forward) ?? starts.at(forward ? 0 : -1);
    if (found === undefined) return void hint(text("no-segment"));
    choose(starts.indexOf(found));
  }

  // An edge is shown as its picture is: the first frame, the last frame.
  const edges = () => where.segments().flatMap(([start, end]) => [start, end].map((ms, last) => reel.table.startMs(last ? reel.table.lastBeforeMs(ms) : reel.table.frameAtMs(ms))));

  return {
    to,
    frameBack: () => step(-1),
    frameOn: () => step(1),
    secondBack: () => by(-1000),
    secondOn: () => by(1000),
    tenBack: () => by(-10000),
    tenOn: () => by(10000),
    minuteBack: () => by(-60000),
    minuteOn: () => by(60000),
    backward: () => by(-BACKWARD_MS),
    beginning: () => reel.table && reel.seek(reel.bounds[0]),
    end: () => reel.table && reel.seek(reel.bounds[1]),
    nextSegment: () => segment(true),
    previousSegment: () => segment(false),
    nextEdge: () => reel.table && jump("edge", edges(), true),
    previousEdge: () => reel.table && jump("edge", edges(), false),
    nextGap: () => jump("gap", where.gaps().map(([start]) => start), true),
    previousGap: () => jump("gap", where.gaps().map(([start]) => start), false),
    nextBookmark: () => bookmark(true),
    previousBookmark: () => bookmark(false),
  };
}
