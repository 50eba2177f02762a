// The long video on a desk, and what is done with it by key: going through it, edges, bookmarks, strips.

// `values`: what an answer is, as marking.js has it; `desk`: what is in view. `actions`: the desk's own, by command.
// on: draw(), progress(), turn(seat), keep(seat), shown(question), opened(question); bounds(desk): a stretch or null
export function makeViewer({ modules, shell, state, desk, settings, values, content, actions: own, on }) {
  const { root, part, dialog, text, numbers, sync, api, drafts, news, account } = shell;
  const { timecode, readTimecode } = modules.timecode;
  const { makeSeeker } = modules.seeker;
  const commands = modules.commands.forDesk(settings.desk);

  const reel = modules.reel.makeReel({
    video: part("video"), makeSeeker, soon: (work) => pictures.afterwards(work),
    on: {
      move: (frame) => screen.move(frame),
      watched: (stretch) => viewing.take(stretch),
      state: () => screen.playing(),
      broken: () => stage.broke(),
      refused: () => screen.hint(text("press-play")),
    },
  });
  const pictures = modules.pictures.makePictures({ root: part("pictures"), makeSeeker, timecode, afterFrame: modules.later.afterFrame });
  const keyboard = modules.keyboard.makeKeyboard({ commands, actions: new Proxy({}, { get: (_, command) => actions[command] }) });
  const meant = (frame) => modules.reaction.frameMeant(frame, reel.table, { ...keyboard.choice(), playing: reel.playing, speed: reel.checking ? 1 : reel.speed });
  const editing = modules.editing.makeEditing({
    marking: values, undo: modules.undo, meant, reel, desk, text,
    on: {
      hint: (words) => screen.hint(words),
      turn: on.turn,
      moved: on.moved,
      // `soon`: the eye waits for the picture of an edge, and the lists can wait for it too.
      change(seat, { soon = false } = {}) {
        screen.edges();
        if (seat) on.keep(seat);
        else viewing.keep();
        if (soon) pictures.afterwards(screen.refresh);
        else screen.refresh();
      },
    },
  });
  const viewing = modules.viewing.makeViewing({
    state, watched: modules.watched, drafts, editing, reel, sync, api,
    on: { change: () => screen.watched(), placed: (video) => stage.compare(video) },
  });
  const strips = modules.strips.makeStrips({
    ...modules.paint, whole: part("whole"), zoomed: part("zoomed"), timecode,
    content: () => screen.content(), on: { seek: (ms) => moving.to(ms) },
  });
  const screen = modules.screen.makeScreen({ root, part, state, desk, reel, strips, pictures, editing, viewing, keyboard, timecode, text, numbers, stage: () => stage, content, on });
  const stage = modules.stage.makeStage({
    state, desk, settings, frameTable: modules.frame_table, film: modules.film, reel, pictures, strips, viewing, editing, drafts, sync, view: screen,
    on: {
      change: screen.refresh, opened: shell.watching, shown: on.shown, turned: on.turned, replaced: () => shell.notices.add(text("video-replaced"), "note-stays"),
    },
  });
  const moving = modules.moving.makeMoving({
    reel, neighbour: modules.watched.neighbour, text, hint: screen.hint, choose: editing.choose,
    where: {
      segments: () => editing.markingOf(desk.seat).segments,
      chosen: () => editing.markingOf(desk.seat).chosen,
      gaps: viewing.gaps,
      bookmarks: editing.bookmarks,
    },
  });

  const nudge = (edge, by) => () => editing.nudge(edge, by);
  const actions = {
    ...moving,
    toggle: reel.toggle,
    pause: reel.pause,
    forward: () => (reel.playing ? reel.faster() : reel.play()),
    slower: reel.slower,
    faster: reel.faster,
    timecode: () => part("timecode").select(),
    setStart: () => editing.setEdge("start"),
    setEnd: () => editing.setEdge("end"),
    accept: editing.accept,
    check: editing.check,
    letGo: editing.letGo,
    remove: () => editing.remove(),
    startBack: nudge("start", { frames: -1 }),
    startOn: nudge("start", { frames: 1 }),
    endBack: nudge("end", { frames: -1 }),
    endOn: nudge("end", { frames: 1 }),
    startSecondBack: nudge("start", { ms: -1000 }),
    startSecondOn: nudge("start", { ms: 1000 }),
    endSecondBack: nudge("end", { ms: -1000 }),
    endSecondOn: nudge("end", { ms: 1000 }),
    bookmark: editing.bookmark,
    undo: editing.undo,
    redo: editing.redo,
    delayed() {
      keyboard.save({ delayed: !keyboard.choice().delayed });
      screen.hint(text(keyboard.choice().delayed ? "delayed-on" : "delayed-off", { n: keyboard.choice().reactionMs }));
    },
    zoomIn: strips.zoomIn,
    zoomOut: strips.zoomOut,
    guideline: news.openGuideline,
    keys: () => dialog("keys").showModal(),
    retry: stage.retry,
    again: sync.retry,
    signIn: account.open,
    ...own,
  };

  part("timecode").addEventListener("keydown", (event) => {
    if (event.key === "Escape") event.target.blur();
    if (event.key !== "Enter" || !reel.table) return;
    const ms = readTimecode(event.target.value, reel.table.startMs(reel.frame));
    if (ms === null) return void screen.hint(text("no-timecode"));
    event.target.blur();
    moving.to(ms);
  });
  for (const field of root.querySelectorAll("textarea")) {
    field.addEventListener("keydown", (event) => { if (event.key === "Escape") event.target.blur(); });
  }
  part("video").addEventListener("click", reel.toggle);
  modules.buttons.listenToButtons({ root, levels: [], actions });
  modules.wake.watchForReturn({ root, state, player: shell.player, sync, work: { refresh: screen.refresh }, showing: { retry: stage.retry } });
  modules.keylist.makeKeyList({
    keyboard, commands, dialog: dialog("keys"), text, longestMs: modules.reaction.LONGEST_MS,
    names: { Space: text("key-space"), Ctrl: text("key-ctrl") },
  });

  // Plays nothing of what is pressed for the next question by mistake, and goes where the video was not watched yet.
  function toGap() {
    const gap = viewing.gaps()[0];
    if (!gap) return false;
    moving.to(gap[0]);
    screen.hint(text("not-watched", { time: timecode(gap[0], { short: true }) }));
    return true;
  }

  // What another tab of this person has bookmarked and watched of the same video.
  function heard({ key, bookmarks, watched }) {
    if (!bookmarks || key !== `video:${state.video}`) return;
    editing.restoreBookmarks(bookmarks);
    viewing.hear({ watched });
  }

  return { heard, reel, editing, viewing, screen, stage, moving, strips, timecode, toGap };
}
