// A reel of MP4: a muted <video>. Every kind of reel (video, frames, image) has the same face:
//
//   makeReel({ clip, source, label, patienceMs, on }) → reel
//   source   {blob} or {url}
//   on       wrapped(): the last frame was followed by the first; refused(): the browser does not let it play;
//            broke(): it cannot go on
//   element  what the stage holds; its first frame is painted as soon as it is made visible
//   ready    promise; rejected where the clip cannot be decoded
//   seconds  playing time at normal speed, 0 where unknown
//   steps    true where single frames and speeds can be had
//   at       seconds from the beginning, at normal speed; null where unknown
//   sounds   true where there is something to hear; setSound({ muted, volume }) sets how loud, from 0 to 1
//   start({ speed, playing }), restart({ playing }), play(), pause(), step(±1), seek(seconds), setSpeed(factor)
//   rewind() out of view, back to the first frame: a promise
//   close()

const GUESSED_FRAME_S = 1 / 3;
const PRESENTED_WITHIN_MS = 250; // tabs in the background present nothing
const SEEKED_WITHIN_MS = 2000;
const NUDGE_MS = 1000;
const END_S = 0.01; // a video sought to its very end shows its beginning, or nothing
const HAVE_LENGTH = HTMLMediaElement.HAVE_METADATA;

export function makeReel({ clip, source, label, patienceMs, on }) {
  const url = source.blob ? URL.createObjectURL(source.blob) : source.url;
  const video = makeElement(clip, label);
  let frameS = null; // seconds a frame, from what was seen
  let seenAt = 0; // media time of the frame last presented
  let soughtAt = null; // where it was sent, until a frame from there is presented
  let ownSeek = false;
  let target = null; // the frame that steps lead to
  let isReady = false;
  let closed = false;
  let watching = 0;

  video.addEventListener("seeking", () => {
    if (ownSeek) return;
    seenAt = 0;
    soughtAt = null;
    on.wrapped();
  });
  video.addEventListener("seeked", () => { ownSeek = false; });
  video.addEventListener("error", () => { if (isReady && !closed) on.broke(); });

  function watchFrames(now, frame) {
    if (closed || !video.requestVideoFrameCallback) return;
    if (frame) notice(frame.mediaTime);
    watching = video.requestVideoFrameCallback(watchFrames);
  }

  function notice(time) {
    const gap = time - seenAt;
    if (gap > 0.001) frameS = Math.min(frameS ?? gap, gap);
    seenAt = time;
    if (!video.seeking) soughtAt = null;
    // The seeking event of a loop comes late or, in some browsers, never.
    if (gap < -0.001 && !ownSeek) on.wrapped();
  }

  function seek(time) {
    ownSeek = true;
    soughtAt = time;
    const done = new Promise((resolve) => video.addEventListener("seeked", resolve, { once: true }));
    video.currentTime = time;
    return within(SEEKED_WITHIN_MS, done);
  }

  async function load() {
    // Some telephones load nothing beyond the length before somebody plays.
    let nudged = null;
    const nudge = setTimeout(() => {
      if (video.readyState === HAVE_LENGTH) nudged = video.play().then(() => video.pause(), () => {});
    }, NUDGE_MS);
    const loaded = firstFrame(video, patienceMs).finally(() => clearTimeout(nudge));
    const first = nextFrame(video); // may be presented before the event says that it is loaded
    video.src = url;
    await loaded;
    if (!video.videoWidth) throw new Error("no pictures");
    await nudged;
    if (video.currentTime > 0) await seek(0);
    await within(PRESENTED_WITHIN_MS, first);
    watchFrames();
    isReady = true;
  }

  function play() {
    video.play().catch((trouble) => {
      if (closed || trouble.name === "AbortError") return; // paused before it began
      if (trouble.name !== "NotAllowedError") return void on.broke();
      if (video.muted) return void on.refused();
      video.muted = true; // browsers play no sound before the person has done something
      play();
    });
  }

  function step(by) {
    video.pause();
    const length = clip.sound && clip.seconds ? clip.seconds : video.duration; // sound may last a little longer
    const each = clip.frames ? length / clip.frames : frameS ?? GUESSED_FRAME_S;
    const count = Math.max(1, Math.round(length / each));
    const now = target ?? Math.floor((soughtAt ?? (video.requestVideoFrameCallback ? seenAt : video.currentTime)) / each + 0.01);
    const wanted = Math.max(0, now + by);
    target = wanted % count;
    if (wanted >= count) on.wrapped();
    // The middle of the frame, because its edges are rounded.
    seek((target + 0.5) * each);
  }

  return {
    element: video,
    steps: true,
    ready: load(),
    get seconds() { return Number.isFinite(video.duration) ? video.duration : clip.seconds ?? 0; },
    start({ speed, playing }) {
      video.playbackRate = speed;
      target = null;
      if (playing) play();
    },
    play() {
      target = null;
      play();
    },
    pause: () => video.pause(),
    restart({ playing }) {
      target = null;
      seek(0);
      if (playing) play();
      else video.pause();
    },
    step,
    get at() { return video.currentTime; },
    seek(at) {
      target = null;
      seek(Math.max(0, Math.min(at, this.seconds - END_S)));
    },
    setSpeed(factor) { video.playbackRate = factor; },
    sounds: clip.sound === true,
    setSound({ muted, volume }) {
      video.muted = muted || clip.sound !== true;
      video.volume = volume;
    },
    async rewind() {
      video.pause();
      target = null;
      if (video.currentTime > 0) await Promise.all([seek(0), within(PRESENTED_WITHIN_MS, nextFrame(video))]);
    },
    close() {
      closed = true;
      if (watching) video.cancelVideoFrameCallback(watching);
      video.pause();
      video.removeAttribute("src");
      video.load(); // lets go of the decoder now and not at some garbage collection
      video.remove();
      if (source.blob) URL.revokeObjectURL(url);
    },
  };
}

function makeElement(clip, label) {
  const video = document.createElement("video");
  for (const name of ["muted", "loop", "playsinline", "disablepictureinpicture", "disableremoteplayback"]) {
    video.setAttribute(name, "");
  }
  video.muted = true; // the attribute counts only if a parser read it
  video.preload = "auto";
  video.setAttribute("aria-label", label);
  if (clip.width) video.width = clip.width;
  if (clip.height) video.height = clip.height;
  return video;
}

// Resolves when the first frame is decoded.
function firstFrame(video, patienceMs) {
  return new Promise((resolve, reject) => {
    let timer = null;
    const wait = () => {
      clearTimeout(timer);
      // Tabs in the background may put off loading for as long as they are there.
      timer = setTimeout(() => (document.hidden ? wait() : reject(new Error("standstill"))), patienceMs);
    };
    wait();
    const end = (settle) => () => {
      clearTimeout(timer);
      settle(new Error(video.error?.message ?? "not decodable"));
    };
    video.addEventListener("progress", wait);
    video.addEventListener("loadeddata", end(resolve), { once: true });
    video.addEventListener("error", end(reject), { once: true });
    video.addEventListener("emptied", end(reject), { once: true }); // closed meanwhile
  });
}

// Resolves when the next frame was given to the compositor, as far as this browser reports it.
function nextFrame(video) {
  if (!video.requestVideoFrameCallback) return Promise.resolve();
  return new Promise((resolve) => video.requestVideoFrameCallback(resolve));
}

function within(ms, promise) {
  return Promise.race([promise, new Promise((resolve) => setTimeout(resolve, ms))]);
}
