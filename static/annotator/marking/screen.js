// Brings what changes onto the page: where the video stands, the answer in hand, how far the work is.

export function makeScreen({ root, part, state, desk, reel, strips, pictures, editing, viewing, keyboard, timecode, text, numbers, stage, content: more = () => ({}), on }) {
  let due = false;
  let watchedDue = false;
  let shownMs = 0;
  let shownSince = performance.now();

  function move(frame) {
    const ms = reel.table.startMs(frame);
    strips.move(ms);
    if (document.activeElement !== part("timecode")) part("timecode").value = timecode(ms);
  }

  function playing() {
    root.toggleAttribute("data-playing", reel.playing);
    part("play").setAttribute("aria-label", text(reel.playing ? "pause" : "play"));
    part("speed").textContent = text("speed", { n: numbers.format(reel.speed) });
  }

  function setMode(mode) {
    root.dataset.mode = mode;
    for (const name of ["loading", "broken", "empty"]) part(name).hidden = mode !== name;
    if (mode !== "empty") return;
    const reason = state.failed ? (state.failed.answers ? "exam_failed" : "exam_void") : state.reason;
    const wanted = `empty-${reason}-title`;
    const known = text(wanted) === wanted ? "no_work" : reason;
    part("empty-title").textContent = text(`empty-${known}-title`);
    part("empty-text").textContent = text(`empty-${known}-text`, state.failed ?? {});
    for (const way of part("empty").querySelectorAll("[data-for]")) way.hidden = !way.dataset.for.split(" ").includes(known);
  }

  // Soon, and once for whatever changes meanwhile.
  function refresh() {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      draw();
    });
  }

  function draw() {
    root.dataset.seat = desk.seat ?? "";
    on.draw();
    drawProgress();
    edges();
    strips.redraw();
  }

  // Before anything else: the eye waits for the picture.
  function edges() {
    if (desk.seat && reel.table) pictures.show(inHand(editing.markingOf(desk.seat)), reel.table);
  }

  const inHand = ({ chosen, draft, segments }) => (chosen !== null ? { start: segments[chosen][0], end: segments[chosen][1] } : draft);

  function drawProgress() {
    part("today").textContent = state.today === null ? "–" : numbers.format(state.today);
    part("watched").textContent = reel.table && state.video ? text("percent", { n: Math.floor(viewing.share() * 100 + 0.05) }) : "–";
    on.progress();
  }

  // While it plays, once a second is often enough.
  function watched() {
    if (watchedDue) return;
    watchedDue = true;
    setTimeout(() => {
      watchedDue = false;
      drawProgress();
      strips.redraw();
    }, 500);
  }

  function content() {
    const film = stage().film();
    if (!reel.table || !film) return null;
    const { segments, chosen, draft } = editing.markingOf(desk.seat);
    return { film, segments, chosen, draft, bookmarks: editing.bookmarks(), watched: viewing.stretches(), ...more() };
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) shownMs += performance.now() - shownSince;
    shownSince = performance.now();
  });
  keyboard.onChange(() => {
    const { delayed } = keyboard.choice();
    part("delayed").setAttribute("aria-pressed", String(delayed));
  });

  return {
    move, playing, setMode, refresh, edges, watched, content,
    mode: () => root.dataset.mode,
    hint(words) { part("hint").textContent = words; },
    // How long the questions since the last answer were in view.
    takeShownMs() {
      const now = performance.now();
      const all = shownMs + (document.hidden ? 0 : now - shownSince);
      [shownMs, shownSince] = [0, now];
      return all;
    },
  };
}
