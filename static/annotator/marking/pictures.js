// The pictures at the two edges of the segment in hand: each a small video that stands at its frame.

const LATEST_MS = 120;

export function makePictures({ root, makeSeeker, timecode, afterFrame }) {
  const edges = ["start", "end"].map((edge) => makeEdge(root.querySelector(`[data-edge="${edge}"]`), makeSeeker, timecode, settled));
  let waiting = [];
  let timer = null;

  function settled() {
    if (waiting.length && !edges.some((edge) => edge.busy)) afterFrame(run);
  }

  function run() {
    clearTimeout(timer);
    timer = null;
    const works = waiting;
    waiting = [];
    for (const work of works) work();
  }

  return {
    // Of another video from now on, which is fetched once `load` says where it lies: the large one comes first.
    clear() { for (const edge of edges) edge.clear(); },
    load(url) { for (const edge of edges) edge.load(url); },
    // Does the work once the pictures are painted that were asked for; after LATEST_MS in any case.
    afterwards(work) {
      waiting.push(work);
      timer ??= setTimeout(run, LATEST_MS);
      settled();
    },
    // The segment in hand, or what there is of it: {start, end} in milliseconds, either may be missing.
    show(segment, table) {
      root.toggleAttribute("data-empty", !segment);
      edges[0].show(segment?.start, table, (ms) => table.frameAtMs(ms));
      edges[1].show(segment?.end, table, (ms) => table.lastBeforeMs(ms));
    },
  };
}

function makeEdge(figure, makeSeeker, timecode, done) {
  const video = figure.querySelector("video");
  const time = figure.querySelector("[data-time]");
  const seeker = makeSeeker(video, { done });
  let frame = null;
  video.muted = true;

  return {
    get busy() { return seeker.busy; },
    clear() {
      seeker.reset();
      frame = null;
      if (!video.hasAttribute("src")) return;
      video.removeAttribute("src");
      video.load();
    },
    load(url) { video.src = url; },
    show(ms, table, frameOf) {
      figure.toggleAttribute("data-unset", ms === undefined);
      time.textContent = ms === undefined ? "–" : timecode(ms);
      if (ms === undefined || frameOf(ms) === frame) return;
      frame = frameOf(ms);
      seeker.seek(table.seekS(frame));
    },
  };
}
