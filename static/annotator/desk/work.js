// What the person does with pairs: score them, go back and forth, report them.

const TOO_FAST_MS = 180; // a second press within it is a bounce of the first

export function makeWork({ state, settings, api, player, view, showing, hold, history, outbox, sync, tabs, notices, afterFrame, text }) {
  // `answered`: the server has just answered, so asking again at once would bring the same.
  function advance({ answered = false } = {}) {
    const next = takeNext();
    const isKnownEmpty = answered && state.reason && !state.unsent.length;
    if (!state.upcoming.length && !isKnownEmpty) sync.ask(); // ahead of need, for the last pair in view
    if (next) {
      present(next);
      return;
    }
    state.current = state.shownAt = null;
    player.clear();
    tabs.show(null);
    // While scores are on their way, their answer will bring what comes next.
    if (state.unsent.length || !state.reason) view.showWaiting();
    else view.showEmpty(state.reason);
    showing.arrangeSoon();
  }

  // A pair that another tab shows comes last.
  function takeNext() {
    const place = state.upcoming.findIndex((pair) => !tabs.isElsewhere(pair.id));
    return state.upcoming.splice(Math.max(place, 0), 1)[0];
  }

  const { present, watched } = showing;
  const isBlocked = (pair) => settings.early_press === "block" && !pair.past && !watched().full;

  function score(level) {
    const pair = state.current;
    if (!pair) return;
    if (state.shownAt === null) {
      view.hint(text("hint-no-clip"));
      return;
    }
    if (performance.now() - state.shownAt < TOO_FAST_MS) return;
    if (pair.past && history.isFinal(pair.past)) {
      view.hint(text("hint-final", { level: pair.past.relevance }));
      return;
    }
    if (isBlocked(pair)) {
      view.hint(text("early-block"));
      return;
    }
    const { shown_ms, plays, full } = watched();
    view.acknowledge(level);
    const fields = { kind: "score", seat: pair.id, relevance: level, shown_ms: Math.round(shown_ms), plays };
    if (pair.past) change(pair.past, fields);
    else scoreFirst(pair, fields);
    advance();
    if (!full && !pair.past && settings.early_press === "hint") view.hint(text("early-hint"));
  }

  function scoreFirst(pair, fields) {
    const entry = outbox.add(fields);
    state.handled.add(pair.id);
    const past = { id: pair.id, query: pair.query, clip: pair.clip, lesson: pair.lesson, relevance: fields.relevance, key: entry.key, until: null, at: api.serverNow() };
    history.add(past);
    hold.pressed();
    if (state.today !== null) state.today += 1;
    afterwards(entry, past);
  }

  function change(past, fields) {
    if (past.relevance === fields.relevance) return;
    const entry = outbox.add({ ...fields, replaces: past.key });
    Object.assign(past, { relevance: fields.relevance, key: entry.key });
    afterwards(entry, past);
  }

  // Other tabs hear of it before anybody can have sent it; the frame with the next pair comes before the network.
  function afterwards(entry, past = null) {
    tabs.tell("added", { entry, past });
    afterFrame(sync.run);
  }

  const placeInView = () => (state.current?.past ? state.past.indexOf(state.current.past) : state.past.length);

  function back() {
    const place = placeInView() - 1;
    if (place < 0) {
      view.hint(text(state.recalled ? "hint-no-earlier" : "hint-recalling"));
      return;
    }
    if (state.current && !state.current.past) state.upcoming.unshift(state.current);
    revisit(state.past[place]);
  }

  function revisit(past) {
    present({ id: past.id, query: past.query, clip: past.clip, lesson: past.lesson, past });
  }

  // One step towards the pair to score; `home` at once.
  function forward({ home = false } = {}) {
    if (!state.current?.past) return;
    const later = state.past[placeInView() + 1];
    if (later && !home) revisit(later);
    else advance();
  }

  function report(pair, problem, note) {
    const { shown_ms } = state.current === pair ? watched() : { shown_ms: 0 };
    const entry = outbox.add({ kind: "problem", seat: pair.id, problem, note, query: pair.query, shown_ms: Math.round(shown_ms) });
    if (problem === "question") {
      notices.add(text("question-sent"), "note");
    } else {
      leave(pair.id, problem === "query" ? pair.query : null);
      notices.add(text("reported"), "note");
    }
    afterwards(entry);
  }

  // The pair will not be scored, nor will the other pairs of `query` if the query is at fault.
  function leave(seat, query = null) {
    state.handled.add(seat);
    history.remove(seat);
    if (query !== null) state.droppedQueries.add(query);
    state.upcoming = state.upcoming.filter(hold.isWanted);
    if (state.current?.id === seat || (query !== null && state.current && !state.current.past && state.current.query === query)) advance();
  }

  function refresh() {
    const pair = state.current;
    const past = pair?.past ?? null;
    const final = past !== null && history.isFinal(past);
    view.showPast(past, { final, seconds: past && history.secondsLeft(past) });
    view.setUsable(state.shownAt !== null && !final && !isBlocked(pair));
    const held = state.upcoming.length + (pair && !past ? 1 : 0);
    view.showProgress({ today: state.today, left: state.left === null ? null : state.left + held });
    view.setBack(placeInView() > 0);
  }

  player.on("full", () => {
    if (view.hintIs(text("early-block"))) view.hint("");
    refresh();
  });
  return { advance, score, back, forward, report, leave, refresh };
}
