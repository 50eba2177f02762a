// The two strips below the video: one of the whole of it, one of the stretch around where it stands.

const NARROWEST_MS = 5000;
const AT_FIRST_MS = [10000, 60000]; // a quarter of the video, between these
const STEP_MS = 1000; // the value of a slider is announced once a second

// content(): what there is to paint; null while no video is there. on.seek(ms)
export function makeStrips({ whole, zoomed, paint, coloursOf, timecode, content, on }) {
  let colours = coloursOf(whole);
  let range = [0, 1];
  let width = NARROWEST_MS;
  let view = [0, 1];
  let now = 0;
  let due = false;
  // Measured when it changes: asking for the width with each key would lay out the whole page each time.
  const parts = [whole, zoomed].map((element) => ({
    element, width: element.clientWidth, canvas: element.querySelector("canvas"), head: element.querySelector("[data-head]"), frame: element.querySelector("[data-window]"),
  }));

  const viewOf = (part) => (part.element === whole ? range : view);

  function redraw() {
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      const shown = content();
      if (!shown) return;
      for (const part of parts) paint(part.canvas, viewOf(part), { ...shown, timecode }, colours);
      moveHeads();
    });
  }

  function moveHeads() {
    for (const part of parts) {
      const [from, to] = viewOf(part);
      part.head.style.transform = `translateX(${((now - from) / (to - from)) * part.width}px)`;
      if (part.frame) {
        part.frame.style.transform = `translateX(${((view[0] - from) / (to - from)) * part.width}px)`;
        part.frame.style.inlineSize = `${Math.max(6, ((view[1] - view[0]) / (to - from)) * part.width)}px`;
      }
      if (Math.abs(now - Number(part.element.ariaValueNow)) >= STEP_MS || part.element.ariaValueMax !== String(range[1])) {
        part.element.ariaValueMin = String(range[0]);
        part.element.ariaValueMax = String(range[1]);
        part.element.ariaValueNow = String(now);
        part.element.ariaValueText = timecode(now, { short: true });
      }
    }
  }

  // The view stays until the playhead comes near its edge, then it moves on by most of itself.
  function follow() {
    const wanted = Math.min(width, range[1] - range[0]);
    const margin = 0.08 * wanted;
    const isFit = view[1] - view[0] === wanted && view[0] >= range[0] && view[1] <= range[1];
    if (isFit && now >= view[0] + (view[0] > range[0] ? margin : 0) && now <= view[1] - (view[1] < range[1] ? margin : 0)) return false;
    const forward = isFit && now > view[1] - margin && now < view[1] + wanted;
    const from = forward ? now - 2 * margin : now - wanted / 2;
    const start = Math.max(range[0], Math.min(range[1] - wanted, from));
    view = [start, start + wanted];
    return true;
  }

  function zoom(factor) {
    width = Math.max(NARROWEST_MS, Math.min(range[1] - range[0], Math.min(width, range[1] - range[0]) * factor));
    view = [0, 0];
    follow();
    redraw();
  }

  function seekAt(part, event) {
    const box = part.element.getBoundingClientRect();
    const [from, to] = viewOf(part);
    on.seek(from + Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * (to - from));
  }

  for (const part of parts) {
    part.element.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      event.preventDefault();
      part.element.setPointerCapture(event.pointerId);
      seekAt(part, event);
    });
    part.element.addEventListener("pointermove", (event) => {
      if (part.element.hasPointerCapture(event.pointerId)) seekAt(part, event);
    });
  }
  zoomed.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.4 : 1 / 1.4);
  }, { passive: false });
  const sizes = new ResizeObserver(() => {
    for (const part of parts) part.width = part.element.clientWidth;
    redraw();
  });
  for (const part of parts) sizes.observe(part.element);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    colours = coloursOf(whole);
    redraw();
  });

  return {
    redraw,
    zoomIn: () => zoom(0.5),
    zoomOut: () => zoom(2),
    // Where the video begins and ends, or the piece of it that may be seen.
    setRange(from, to, around = null) {
      range = [from, to];
      width = around ?? Math.max(AT_FIRST_MS[0], Math.min(AT_FIRST_MS[1], (to - from) / 4));
      view = [0, 0];
      follow();
      redraw();
    },
    move(ms) {
      now = ms;
      if (follow()) redraw();
      else moveHeads();
    },
  };
}
