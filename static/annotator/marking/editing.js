// What a person does to the answer of the question in view: edges, words, notes, bookmarks. Every action can be undone.

const AROUND_EDGE_MS = 700; // an edge is checked from so long before it to so long after it
const SAME_BOOKMARK_MS = 500;

// desk: {seat, asked, limits(), isLocked()} of what is in view. on: change(seat or null, how), hint(words), turn(seat)
export function makeEditing({ marking, undo: { makeUndo }, meant, reel, desk, text, on }) {
  const undo = makeUndo({ answers: {}, bookmarks: {} });
  let resume = null; // where to go on playing once the segment in hand is accepted

  const markingOf = (seat) => undo.now.answers[seat] ?? marking.NOTHING;
  const current = () => markingOf(desk.seat);

  // False where the answer can no longer change, which is then said.
  function put(next, { run = null, quiet = false, soon = false } = {}) {
    const { seat } = desk;
    if (!quiet && isLocked()) return false;
    const value = { ...undo.now, answers: { ...undo.now.answers, [seat]: next } };
    if (quiet) undo.amend(value);
    else undo.act(value, { about: seat, run });
    on.change(seat, { soon });
    return true;
  }

  function isLocked() {
    const locked = desk.isLocked?.() ?? false;
    if (locked) on.hint(text("locked"));
    return locked;
  }

  // The action's outcome, or null where it was refused, which is then explained.
  function attempt(action) {
    if (!desk.seat || !reel.table || isLocked()) return null;
    try {
      return action(current());
    } catch (refused) {
      if (!(refused instanceof marking.Refused)) throw refused;
      on.hint(text(`edge-${refused.reason}`, { n: refused.place + 1 }));
      return null;
    }
  }

  const msOf = (edge, frame) => {
    const { from, to } = desk.limits();
    const ms = edge === "start" ? reel.table.startMs(frame) : reel.table.endMsOf(frame);
    return Math.max(from, Math.min(to, ms));
  };
  const frameOf = (edge, [start, end]) => (edge === "start" ? reel.table.frameAtMs(start) : reel.table.lastBeforeMs(end));

  function setEdge(edge) {
    const { playing, checking } = reel;
    const next = attempt((now) => marking.setEdge(now, edge, msOf(edge, meant(reel.frame)), desk.limits()));
    if (!next) return;
    const isNew = next.segments.length > current().segments.length;
    // While the edges are checked, the place to go back to stays.
    if (!checking || !resume) resume = { frame: reel.frame, playing };
    put(next);
    if (next.chosen === null) return void on.hint(text(`draft-${edge}`));
    checkEdges(next.segments[next.chosen], isNew ? ["start", "end"] : [edge]);
  }

  // Shows what lies around the edges once, at normal speed.
  function checkEdges(segment, edges) {
    const { table } = reel;
    const around = (ms) => [table.frameAtMs(Math.max(table.firstMs, ms - AROUND_EDGE_MS)), table.frameAtMs(ms + AROUND_EDGE_MS)];
    const [start, end] = segment;
    const isShort = end - start <= 2 * AROUND_EDGE_MS;
    const stretches = isShort ? [[around(start)[0], around(end)[1]]] : edges.map((edge) => around(edge === "start" ? start : end));
    reel.playStretches(stretches, frameOf(edges.at(-1), segment));
    on.hint(text("edges-checked"));
  }

  function check() {
    const { chosen, segments } = current();
    if (chosen === null) return void on.hint(text("choose-first"));
    checkEdges(segments[chosen], ["start", "end"]);
  }

  function accept() {
    const now = current();
    if (now.chosen === null) return void on.hint(now.draft ? text("draft-open") : text("accept-nothing"));
    const goOn = resume;
    resume = null;
    reel.pause();
    put(marking.choose(now, null), { quiet: true });
    on.hint(text(desk.pieces ? "accepted-piece" : "accepted"));
    if (!goOn) return;
    reel.seek(goOn.frame);
    if (goOn.playing) reel.play();
  }

  function letGo() {
    const now = current();
    if (now.draft) put(marking.dropDraft(now));
    else if (now.chosen !== null) put(marking.choose(now, null), { quiet: true });
    if (reel.checking) reel.pause();
    on.hint("");
  }

  function nudge(edge, { frames = 0, ms = 0 }) {
    const next = attempt((now) => {
      if (now.chosen === null) throw new marking.Refused("choose");
      const frame = frameOf(edge, now.segments[now.chosen]);
      const target = ms ? reel.table.frameAtMs(Math.max(reel.table.firstMs, reel.table.startMs(frame) + ms)) : reel.table.clamp(frame + frames);
      return marking.moveEdge(now, now.chosen, edge, msOf(edge, target), desk.limits());
    });
    if (!next) return;
    reel.pause();
    put(next, { soon: true });
    on.hint("");
    reel.seek(frameOf(edge, next.segments[next.chosen]), { soon: true });
  }

  function choose(place) {
    const segment = current().segments[place];
    if (!segment) return;
    put(marking.choose(current(), place), { quiet: true });
    on.hint("");
    reel.pause();
    reel.seek(frameOf("start", segment));
  }

  function remove(place = current().chosen) {
    if (place === null) return void removeBookmark();
    if (put(marking.remove(current(), place))) on.hint(text("removed", { n: place + 1 }));
  }

  // ---- bookmarks belong to the video and not to a question

  const bookmarks = () => undo.now.bookmarks[desk.video] ?? [];
  const withBookmarks = (times) => ({ ...undo.now, bookmarks: { ...undo.now.bookmarks, [desk.video]: times } });

  function setBookmarks(times) {
    undo.act(withBookmarks(times), { about: null });
    on.change(null);
  }

  function nearBookmark() {
    const here = reel.table.startMs(reel.frame);
    return bookmarks().findIndex((ms) => Math.abs(ms - here) <= SAME_BOOKMARK_MS);
  }

  function bookmark() {
    if (!reel.table) return;
    const at = nearBookmark();
    if (at >= 0 && !reel.playing) return void removeBookmark();
    const ms = reel.table.startMs(meant(reel.frame));
    if (bookmarks().includes(ms)) return;
    setBookmarks([...bookmarks(), ms].sort((a, b) => a - b));
    on.hint(text("bookmarked"));
  }

  function removeBookmark() {
    const at = reel.table ? nearBookmark() : -1;
    if (at < 0) return void on.hint(text("choose-first"));
    setBookmarks(bookmarks().filter((_, place) => place !== at));
    on.hint(text("bookmark-removed"));
  }

  // ---- words

  function say(place) {
    const name = desk.asked[place];
    if (desk.seat && name) put(marking.answer(current(), name, current()[name] !== true));
  }

  function none() {
    const now = current();
    if (!desk.seat || desk.pieces) return;
    if (now.segments.length) return void on.hint(text("none-with-segments"));
    put(marking.setNone(now, !now.none));
  }

  function step(way) {
    const moved = undo[way]();
    if (!moved) return void on.hint(text(`${way}-nothing`));
    on.hint(text(way === "undo" ? "undone" : "redone"));
    on.moved?.(moved.about);
    if (moved.about && moved.about !== desk.seat) on.turn(moved.about);
    on.change(moved.about);
  }

  return {
    markingOf, setEdge, check, accept, letGo, nudge, choose, remove, bookmark, say, none,
    bookmarks,
    put,
    current,
    answer: (name, value) => put(marking.answer(current(), name, value)),
    note: (words) => put(marking.answer(current(), "note", words), { run: `note ${desk.seat}` }),
    word: (place, word) => put(marking.sayOfPiece(current(), place, word)),
    undo: () => step("undo"),
    redo: () => step("redo"),
    // What was kept on this computer, or done in another tab.
    restore(seat, kept) {
      undo.amend({ ...undo.now, answers: { ...undo.now.answers, [seat]: { ...marking.NOTHING, ...kept } } });
    },
    restoreBookmarks(times) { undo.amend(withBookmarks(times)); },
  };
}
