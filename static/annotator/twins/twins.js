// The desk of twins: two clips side by side (or a few), which people judge, describe, or match with a sentence. All that
// changes lies in `state`. This module makes the others' objects known to each other, and starts.

const TOO_FAST_MS = 180; // a second press within it is a bounce of the first

export async function start({ settings, modules }) {
  const state = {
    ...modules.shell.freshState(settings),
    upcoming: [], // held work, in the server's order
    past: [], // what was sent and may be looked at again, oldest first
    handled: new Set(), // seats answered or reported here, whatever the server still says
    shownAt: null, // when all clips in view had their first picture
    renew: new Set(), // seats whose clips need new addresses
  };
  const shell = await modules.shell.makeShell({
    settings, modules, state, shelf: "reelevance-twins", countUnsent: modules.outbox.countUnsent,
    hold: (player) => modules.twin_feed.makeFeed({ state, player, most: settings.claims }),
    on: {
      heard: ({ key, marking }) => { if (key === state.current?.id) answering.restore(marking); },
      added: (entry) => sending.takeAdded(entry),
      results: (results) => sending.takeResults(results),
      result: (entry, result) => sending.takeResult(entry, result),
      claim: takeClaim,
    },
  });
  const { root, part, dialog, text, numbers, api, outbox, drafts, hold: feed, sync, news, notices, account } = shell;
  const screens = modules.screens.makeScreens({
    modules, box: part("screens"), controls: part("controls"), texts: settings.playerTexts, text,
    on: { broken: () => { if (state.current) settled(state.current, "broken"); } },
  });
  const answering = modules.answering.makeAnswering({
    modules, part, api, text,
    on: {
      complete: submit,
      draft: (texts) => drafts.keepAnswer(state.current.id, texts),
      hint,
    },
  });
  const sending = modules.twin_sending.makeSending({
    state, feed, outbox, drafts, sync, tabs: shell.tabs, notices, afterFrame: modules.later.afterFrame, text, now: api.serverNow,
    on: {
      change: refresh,
      news: (answer) => news.take(answer),
      left: (seat) => { if (state.current?.id === seat) advance(); },
    },
  });
  const lesson = modules.twin_lesson.makeTwinLesson({ box: part("lesson"), text });
  const examMark = modules.exam_mark.makeExamMark({ settings, state, root, text, sync, api, on: { mode: showEmpty } });
  const problems = modules.problems.makeProblems({ dialog: dialog("report"), text, on: { report: sending.report } });

  // ---- what is in view

  function present(item) {
    state.current = item;
    state.shownAt = null;
    root.dataset.seat = item.id;
    root.dataset.task = item.task;
    hint("");
    answering.show(item, item.past?.answer ?? null, drafts.answer(item.id));
    lesson.teach(item.lesson);
    setMode("loading");
    screens.show(item).then((word) => settled(item, word));
    screens.prepare([item, ...state.upcoming.slice(0, 2)]);
    refresh();
  }

  function settled(item, word) {
    if (state.current !== item || word === "superseded") return;
    if (word === "broken") {
      state.shownAt = null;
      setMode("broken");
      if (!item.renewed && !item.past) {
        item.renewed = true;
        state.renew.add(item.id);
        sync.ask();
      }
      return;
    }
    state.shownAt = performance.now();
    if (!item.past && !state.shown.includes(item.id)) state.shown.push(item.id);
    setMode("ready");
  }

  function advance({ answered = false } = {}) {
    const next = state.upcoming.shift();
    const isKnownEmpty = answered && state.reason && !state.unsent.length;
    if (!state.upcoming.length && !isKnownEmpty) sync.ask();
    if (next) return void present(next);
    state.current = state.shownAt = null;
    delete root.dataset.seat;
    screens.clear();
    answering.clear();
    lesson.teach();
    if (state.unsent.length || !state.reason) setMode("loading");
    else showEmpty();
    refresh();
  }

  function setMode(mode) {
    root.dataset.mode = mode;
    for (const name of ["loading", "broken", "empty"]) part(name).hidden = mode !== name;
    part("screens").hidden = mode === "empty" || mode === "broken";
    answering.setUsable(mode === "ready" && !sending.isFinal(state.current));
  }

  function showEmpty() {
    const reason = state.failed ? (state.failed.answers ? "exam_failed" : "exam_void") : state.reason;
    const wanted = `empty-${reason}-title`;
    const known = text(wanted) === wanted ? "no_work" : reason;
    part("empty-title").textContent = text(`empty-${known}-title`);
    part("empty-text").textContent = text(`empty-${known}-text`, state.failed ?? {});
    part("empty-start").hidden = !["training_required", "exam_required", "waiting_for_truth", "exam_failed", "exam_void"].includes(known);
    setMode("empty");
    modules.next_step.sayNextStep({ part, root, state, address: settings.start });
  }

  function refresh() {
    const past = state.current?.past ?? null;
    root.toggleAttribute("data-past", past !== null);
    part("forward").hidden = past === null;
    part("back").setAttribute("aria-disabled", String(place() <= 0));
    part("countdown").textContent = past === null ? "" : sending.pastWords(state.current);
    part("today").textContent = state.today === null ? "–" : numbers.format(state.today);
    const held = state.upcoming.length + (state.current && !past ? 1 : 0);
    part("left").textContent = state.left === null ? "–" : numbers.format(state.left + held);
    if (past && sending.isFinal(state.current)) answering.setUsable(false);
  }

  function hint(words) {
    part("hint").textContent = words;
  }

  // ---- what the person does

  // `answer`: what the panel holds; null while something is missing, and then the panel has said what.
  function submit(answer) {
    const item = state.current;
    if (!item || answer === null) return;
    if (state.shownAt === null) return void hint(text("hint-no-clip"));
    if (performance.now() - state.shownAt < TOO_FAST_MS) return;
    if (sending.isFinal(item)) return void hint(text("sent-final"));
    sending.send(item, answer, screens.watch());
    advance();
  }

  const place = () => (state.current?.past ? state.past.indexOf(state.current) : state.past.length);

  function back() {
    const before = state.past[place() - 1];
    if (!before) return void hint(text("hint-no-earlier"));
    if (state.current && !state.current.past) state.upcoming.unshift(state.current);
    present(before);
  }

  function forward({ home = false } = {}) {
    if (!state.current?.past) return;
    const later = state.past[place() + 1];
    if (later && !home) present(later);
    else advance();
  }

  function retry() {
    if (!state.current) return;
    delete state.current.renewed;
    setMode("loading");
    const item = state.current;
    screens.retry(item).then((word) => settled(item, word));
  }

  // What the server holds for this person, less what was dealt with since.
  function takeClaim(answer) {
    if (!answer.seats) return;
    const renewed = state.renew;
    state.renew = new Set();
    const item = state.current;
    feed.take(answer);
    news.hear(answer.news);
    examMark.hear();
    const isLost = item && !item.past && state.reason !== "paused" && !feed.isMine(item.id) && !state.handled.has(item.id);
    if (!item) advance({ answered: true });
    else if (isLost) {
      notices.add(text("item-gone"), "note");
      advance();
    } else if (renewed.has(item.id)) retry();
    refresh();
    screens.prepare([state.current, ...state.upcoming.slice(0, 2)].filter(Boolean));
  }

  const actions = {
    toggle: screens.toggle,
    restart: screens.restart,
    stepBack: () => screens.step(-1),
    stepForward: () => screens.step(1),
    slower: screens.slower,
    faster: screens.faster,
    back,
    forward: () => forward(),
    home: () => forward({ home: true }),
    submit: () => answering.submit(),
    report: (kind = null) => { if (state.current) problems.open(state.current, kind); },
    reportBroken: () => actions.report("broken_clip"),
    retry,
    guideline: news.openGuideline,
    keys: () => dialog("keys").showModal(),
    again: sync.retry,
    signIn: account.open,
    ...answering.actions,
  };
  const commands = modules.commands.forDesk("twins");
  const keyboard = modules.keyboard.makeKeyboard({ commands, actions });
  modules.buttons.listenToButtons({ root, levels: [], actions });
  modules.wake.watchForReturn({ root, state, player: screens, sync, work: { refresh }, showing: { retry } });
  modules.keylist.makeKeyList({ keyboard, commands, dialog: dialog("keys"), text, names: { Space: text("key-space"), Ctrl: text("key-ctrl") } });
  for (const field of root.querySelectorAll("textarea")) {
    field.addEventListener("keydown", (event) => { if (event.key === "Escape") event.target.blur(); });
  }

  setMode("loading");
  await shell.load();
  for (const entry of state.unsent) if (entry.seat && entry.problem !== "question") state.handled.add(entry.seat);
  sync.ask();
  sync.errand("history", async () => sending.takePast(await api.get(`scores/?last=20&plays=${encodeURIComponent(shell.player.plays.slice(0, 10).join(","))}`)));
}
