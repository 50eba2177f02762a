// Notices what happens while nobody presses anything: time, sleep, the line, the tab put away and taken up again.

const ASK_AGAIN_MS = 20000;
const STALE_MS = 10 * 60 * 1000;
const TICK_MS = 1000;

export function watchForReturn({ root, state, player, sync, work, showing }) {
  let seenAt = Date.now();

  // After a long while (a lid closed overnight) what is held may be somebody else's.
  function look() {
    if (Date.now() - seenAt > STALE_MS) sync.ask();
    seenAt = Date.now();
  }

  function back() {
    if (document.hidden) return;
    look();
    if (state.trouble) sync.retry();
  }

  for (const event of ["focus", "pageshow"]) addEventListener(event, back);
  document.addEventListener("visibilitychange", back);
  addEventListener("online", () => {
    if (root.dataset.mode === "broken") showing.retry();
    player.fetchAgain();
  });
  setInterval(() => { if (!state.current) sync.ask(); }, ASK_AGAIN_MS);
  setInterval(() => {
    look(); // a sleeping computer runs no timers: a gap between two of them is sleep
    if (state.current?.past) work.refresh();
  }, TICK_MS);
}
