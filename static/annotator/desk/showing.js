// Puts a pair in view, asks for a new address where its clip cannot be had, and says how it was watched.

export function makeShowing({ state, player, view, hold, history, sync, tabs, afterFrame, refresh }) {
  const arrangeSoon = () => afterFrame(hold.arrange);

  // A clip that is ready is in view when this returns: nothing is awaited before.
  function present(pair) {
    state.current = pair;
    const ready = player.isReady(pair.id);
    state.shownAt = ready ? performance.now() : null;
    view.showPair(pair);
    const outcome = player.show(pair);
    view.setMode(ready ? "ready" : "loading");
    refresh();
    outcome.then((word) => shown(pair, word), () => shown(pair, "broken"));
    afterFrame(() => {
      if (state.current === pair) tabs.show(pair.past ? null : pair.id);
    });
    arrangeSoon();
  }

  function shown(pair, word) {
    if (state.current !== pair || word === "superseded") return;
    if (word === "broken") {
      state.shownAt = null;
      view.setMode("broken");
      renew(pair);
    } else {
      state.shownAt ??= performance.now();
      if (!pair.past && !state.shown.includes(pair.id)) state.shown.push(pair.id);
      view.setMode("ready");
    }
    refresh();
  }

  // The address may be over: ask for a new one, once for each showing.
  function renew(pair) {
    if (pair.renewed) return;
    pair.renewed = true;
    if (pair.past) {
      sync.errand("history", async () => {
        await history.load();
        pair.clip = pair.past.clip;
        showAgain(pair);
      });
      return;
    }
    state.renew.add(pair.id);
    sync.ask();
  }

  function showAgain(pair) {
    if (state.current !== pair || state.shownAt !== null) return;
    view.setMode("loading");
    player.retry(pair).then((word) => shown(pair, word), () => shown(pair, "broken"));
  }

  function retry() {
    const pair = state.current;
    if (!pair) return;
    delete pair.renewed;
    state.shownAt = null;
    showAgain(pair);
  }

  const watched = () => (state.shownAt === null ? { shown_ms: 0, plays: 0, full: false } : player.watch());

  player.on("broken", () => { if (state.current) shown(state.current, "broken"); });
  return { present, showAgain, retry, watched, arrangeSoon };
}
