// The image of a question: an instant of a video, of the one in view or of another.

export function makeCondition({ box, makeSeeker, frameTable, videos, label }) {
  const video = document.createElement("video");
  Object.assign(video, { muted: true, playsInline: true, preload: "auto", ariaLabel: label });
  const seeker = makeSeeker(video);
  let shown = null;

  async function tableOf(key) {
    const answer = await fetch(videos.get(key).frames);
    if (!answer.ok) throw new Error(String(answer.status));
    return frameTable.unpack((await answer.json()).table);
  }

  // {key, at_ms} or null; `known` is the table of the video in view under its key.
  return async function show(condition, known) {
    const mine = shown = condition;
    if (!condition || !videos.has(condition.key)) return void box.replaceChildren();
    const table = known.key === condition.key && known.table ? known.table : await tableOf(condition.key).catch(() => null);
    if (mine !== shown || !table) return;
    const { url } = videos.get(condition.key).proxy;
    if (video.getAttribute("src") !== url) {
      seeker.reset();
      video.src = url;
    }
    if (video.parentElement !== box) box.replaceChildren(video);
    seeker.seek(table.seekS(table.frameAtMs(condition.at_ms)));
  };
}
