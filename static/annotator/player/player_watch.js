// How long and how often the clip in view was seen.

const HASTE = 0.4; // of a clip's length: what wraps around sooner was stepped through or restarted, not played
const PAINTED_WITHIN_MS = 200; // tabs in the background paint nothing

// Time counts from `begin`, when the first frame was painted, and only while the tab is visible.
export function makeWatch() {
  let shownMs = 0;
  let since = null;
  let running = false;
  let plays = 0;
  let roundAt = performance.now();

  function tick() {
    const now = performance.now();
    if (since !== null) shownMs += now - since;
    since = running && !document.hidden ? now : null;
  }

  return {
    tick, // call it when the tab is hidden or comes back
    begin() { running = true; tick(); },
    stop() { tick(); running = false; since = null; },
    again() { roundAt = performance.now(); },
    // The first frame came after the last of a clip that lasts so many seconds; true for the first full play.
    wrapped(seconds) {
      const now = performance.now();
      if (now - roundAt < HASTE * seconds * 1000) return false;
      roundAt = now;
      plays += 1;
      return plays === 1;
    },
    read() {
      tick();
      return { shown_ms: Math.round(shownMs), plays, full: plays >= 1 };
    },
  };
}

// Resolves when what was changed just now has been painted.
export function afterPaint() {
  return new Promise((resolve) => {
    setTimeout(resolve, PAINTED_WITHIN_MS);
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });
}
