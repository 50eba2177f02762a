// The video that is watched: where it stands, to the frame, what of it was played, and how fast.

export const SPEEDS = [0.5, 1, 1.5, 2, 3, 4];
// Whole videos are watched at the one speed that a person chose, the pieces of third annotators at another.
const SPEED_OF = {
  video: { key: "reelevance-marking-speed", usual: 1 },
  piece: { key: "reelevance-piece-speed", usual: 2 },
};
const NOTHING = () => {};
const SKIPPED_MS = 1500; // more than that between two frames shown, at normal speed, was not watched

// on: move(frame), watched([from_ms, to_ms]), state(), broken(), refused()
export function makeReel({ video, makeSeeker, soon, on }) {
  const seeker = makeSeeker(video, { soon, done: () => { onPicture(); onPicture = NOTHING; } });
  let table = null;
  let prepared = null; // the address that the video loads although its frame times have not come
  let onPicture = NOTHING;
  let bounds = null; // [first frame, last frame] that may be seen
  let frame = 0;
  let playing = false;
  let kept = SPEED_OF.video;
  let speed = keptSpeed(kept);
  let check = null; // stretches of frames played one after the other, and what follows

  // The first video begins to load at once; `load` follows.
  function prepare(url) {
    if (table) return; // another one is in view until then
    prepared = url;
    video.src = url;
  }

  // `pictured` is called once, when the first picture stands.
  function load(url, frames, at = 0, pictured = NOTHING) {
    const isSame = table === frames;
    const isOnItsWay = prepared === url && !video.error;
    prepared = null;
    onPicture = pictured;
    seeker.reset();
    table = frames;
    bounds = isSame && bounds ? bounds : [0, table.frames - 1];
    check = null;
    setPlaying(false);
    if (!isOnItsWay) video.src = url;
    video.defaultPlaybackRate = video.playbackRate = speed;
    place(at);
  }

  const within = (number) => Math.max(bounds[0], Math.min(bounds[1], number));

  function place(number, { soon = false } = {}) {
    frame = within(number);
    seeker[soon ? "seekSoon" : "seek"](table.seekS(frame));
    on.move(frame);
  }

  function seek(number, how = {}) {
    if (!table) return;
    stopCheck();
    place(number, how);
  }

  function setPlaying(value) {
    playing = value;
    if (value) seeker.release();
    on.state();
  }

  function play() {
    if (!table) return;
    stopCheck();
    begin();
  }

  function begin() {
    if (frame >= bounds[1]) place(bounds[0]);
    setPlaying(true);
    video.playbackRate = check ? 1 : speed;
    video.play().catch((trouble) => {
      if (trouble.name === "AbortError") return; // paused before it began
      setPlaying(false);
      if (trouble.name === "NotAllowedError") on.refused();
    });
  }

  // The picture that stands still is the frame that counts.
  function halt() {
    if (!playing) return;
    video.pause();
    setPlaying(false);
    place(frame);
  }

  function pause() {
    stopCheck();
    halt();
  }

  function arrive(number) {
    const from = frame;
    if (number === from) return;
    frame = number;
    const [fromMs, toMs] = [table.startMs(from), table.endMsOf(number)];
    if (number > from && toMs - fromMs <= SKIPPED_MS * Math.max(1, speed)) on.watched([fromMs, toMs]);
    on.move(frame);
    if (check && number >= check.stretches[0][1]) goOnChecking();
    else if (number >= bounds[1]) halt();
  }

  // Plays stretches of frames at normal speed, one after the other, and ends at `last`.
  function playStretches(stretches, last) {
    stopCheck();
    check = { stretches: stretches.map((one) => one.map(within)), last };
    place(check.stretches[0][0]);
    if (check.stretches[0][1] > frame) begin();
    else goOnChecking();
  }

  function goOnChecking() {
    const { stretches: [, ...rest], last } = check;
    if (rest.length) {
      check.stretches = rest;
      place(rest[0][0]);
      return;
    }
    check = null;
    halt();
    place(last);
  }

  function stopCheck() {
    check = null;
    if (playing) video.playbackRate = speed;
  }

  function setSpeed(factor) {
    keepSpeed(kept, factor);
    takeSpeed(factor);
  }

  function takeSpeed(factor) {
    speed = factor;
    video.defaultPlaybackRate = speed;
    if (!check) video.playbackRate = speed;
    on.state();
  }

  // What is played from now on: a "video" or a "piece", each at its own speed.
  function setKind(kind) {
    if (kept === SPEED_OF[kind]) return;
    kept = SPEED_OF[kind];
    takeSpeed(keptSpeed(kept));
  }

  const nextSpeed = (by) => SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(speed) + by))];

  function presented(_, shown) {
    if (table && playing && !seeker.busy) arrive(table.frameAtS(shown ? shown.mediaTime : video.currentTime));
    watchFrames();
  }

  function watchFrames() {
    if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(presented);
    else requestAnimationFrame(() => presented());
  }

  video.addEventListener("ended", () => {
    if (playing && table) arrive(bounds[1]);
    halt();
  });
  video.addEventListener("error", () => { if (table && video.getAttribute("src")) on.broken(); });
  watchFrames();

  return {
    prepare, load, seek, play, pause, playStretches, setSpeed, setKind,
    toggle: () => (playing ? pause() : play()),
    faster: () => setSpeed(nextSpeed(1)),
    slower: () => setSpeed(nextSpeed(-1)),
    setBounds(first, last) {
      bounds = [first, last];
      if (within(frame) !== frame) seek(frame);
    },
    get frame() { return frame; },
    get playing() { return playing; },
    get checking() { return check !== null; },
    get speed() { return speed; },
    get table() { return table; },
    get bounds() { return bounds; },
  };
}

function keptSpeed({ key, usual }) {
  try {
    const stored = Number(localStorage.getItem(key));
    return SPEEDS.includes(stored) ? stored : usual;
  } catch {
    return usual; // storage may be forbidden
  }
}

function keepSpeed({ key }, factor) {
  try {
    localStorage.setItem(key, String(factor));
  } catch {
    // It then holds for this page.
  }
}
