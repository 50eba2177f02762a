// The pictures at the two edges of the segment in hand: each a small video that stands at its frame.

export function makePictures({ root, makeSeeker, timecode }) {
  const edges = ["start", "end"].map((edge) => makeEdge(root.querySelector(`[data-edge="${edge}"]`), makeSeeker, timecode));

  return {
    load(url) { for (const edge of edges) edge.load(url); },
    // The segment in hand, or what there is of it: {start, end} in milliseconds, either may be missing.
    show(segment, table) {
      root.toggleAttribute("data-empty", !segment);
      edges[0].show(segment?.start, table, (ms) => table.frameAtMs(ms));
      edges[1].show(segment?.end, table, (ms) => table.lastBeforeMs(ms));
    },
  };
}

function makeEdge(figure, makeSeeker, timecode) {
  const video = figure.querySelector("video");
  const time = figure.querySelector("[data-time]");
  const seeker = makeSeeker(video);
  let frame = null;
  video.muted = true;

  return {
    load(url) {
      seeker.reset();
      frame = null;
      video.src = url;
    },
    show(ms, table, frameOf) {
      figure.toggleAttribute("data-unset", ms === undefined);
      time.textContent = ms === undefined ? "–" : timecode(ms);
      if (ms === undefined || frameOf(ms) === frame) return;
      frame = frameOf(ms);
      seeker.seek(table.seekS(frame));
    },
  };
}
