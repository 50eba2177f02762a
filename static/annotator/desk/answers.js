// What the server and the other tabs say, brought into the desk's state.

export function makeAnswers({ state, work, showing, hold, history, outbox, sync, view, notices, text, news }) {
  // What the server holds for me, less what I have dealt with since; the pair in view stays if it is still mine.
  function takeClaim(answer) {
    if (!answer.seats) return;
    const renewed = state.renew;
    state.renew = new Set();
    hold.take(answer);
    const pair = state.current;
    if (!pair) {
      work.advance({ answered: true });
    } else if (isLost(pair)) {
      notices.add(text("pair-gone"), "note");
      work.advance();
    } else if (renewed.has(pair.id)) {
      showing.showAgain(pair);
    }
    if (state.wantWhole) sync.ask();
    news.hear(answer.news);
    work.refresh();
    showing.arrangeSoon();
  }

  function isLost(pair) {
    if (pair.past || state.reason === "paused") return false;
    return !state.ids.has(pair.id) && !state.handled.has(pair.id);
  }

  function takeResult(entry, result) {
    if (entry.kind === "news") news.take(result.answer);
    else if (entry.kind === "problem") takeReport(entry, result);
    else takeScore(entry, result);
    work.refresh();
  }

  function takeReport(entry, result) {
    if (entry.problem === "query") state.droppedQueries.delete(entry.query);
    if (result.status === "refused") notices.add(text("refused-report", { detail: result.detail || "–" }), "refused");
  }

  function takeScore(entry, result) {
    const past = history.find(entry.seat);
    if (past && result.changeable_until) past.until = Date.parse(result.changeable_until);
    if (result.status !== "refused") return;
    notices.add(explain(entry, result), "refused");
    if (!entry.replaces && state.today !== null) state.today = Math.max(0, state.today - 1);
    if (result.relevance === null || result.relevance === undefined) {
      if (result.code === "bad_entry") state.handled.delete(entry.seat);
      forgetPast(entry.seat);
    } else {
      if (past) past.relevance = result.relevance;
      sync.errand("history", history.load); // the key of what is stored is not known here
    }
    if (state.current?.past && state.current.id === entry.seat) view.showPair(state.current);
  }

  function forgetPast(seat) {
    history.remove(seat);
    if (state.current?.past && state.current.id === seat) work.advance();
  }

  function explain(entry, { code, detail, relevance }) {
    const level = entry.relevance;
    if (code === "reassigned" || code === "withdrawn") return text(`refused-${code}`);
    if (relevance !== null && relevance !== undefined) {
      const final = code === "final" || (!code && entry.replaces);
      return text(final ? "refused-final" : "refused-other", { level, stored: relevance });
    }
    return text("refused-bad", { level, detail });
  }

  // Another tab scored or reported.
  function takeAdded(entry, past) {
    outbox.learn(entry);
    if (entry.kind === "score") scoredElsewhere(entry, past);
    else if (entry.kind === "problem" && entry.problem !== "question") work.leave(entry.seat, entry.problem === "query" ? entry.query : null);
    work.refresh();
    sync.run(); // whichever tab has the line sends it
  }

  function scoredElsewhere(entry, past) {
    const known = history.find(entry.seat);
    if (known) Object.assign(known, { relevance: entry.relevance, key: entry.key });
    else if (past) history.add(past);
    state.handled.add(entry.seat);
    state.upcoming = state.upcoming.filter(hold.isWanted);
    if (!entry.replaces && state.today !== null) state.today += 1;
    if (state.current?.id !== entry.seat) return;
    if (state.current.past) {
      view.showPair(state.current);
    } else {
      notices.add(text("scored-elsewhere"), "note");
      work.advance();
    }
  }

  function takeResults(results) {
    outbox.forget(results.map(({ entry }) => entry.key));
    for (const { entry, result } of results) takeResult(entry, result);
  }

  return { takeClaim, takeResult, takeAdded, takeResults };
}
