// The video that is watched: where it stands, to the frame, what of it was played, and how fast.

export const SPEEDS = [0.5, 1, 1.5, 2, 3, 4];
const SPEED_KEPT = "reelevance-marking-speed";
const SKIPPED_MS = 1500; // more than that between two frames shown, at normal speed, was not watched

// on: move(frame), watched([from_ms, to_ms]), state(), broken(), refused()
export function makeReel({ video, makeSeeker, on }) {
  const seeker = makeSeeker(video);
  let table = null;
  let bounds = null; // [first frame, last frame] that may be seen
  let frame = 0;
  let playing = false;
  let speed = keptSpeed();
  let check = null; // stretches of frames played one after the other, and what follows

  function load(url, frames, at = 0) {
    const isSame = table === frames;
    seeker.reset();
    table = frames;
    bounds = isSame && bounds ? bounds : [0, table.frames - 1];
    check = null;
    setPlaying(false);
    video.src = url;
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
    speed = factor;
    keepSpeed(factor);
    if (!check) video.playbackRate = speed;
    on.state();
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
    load, seek, play, pause, playStretches, setSpeed,
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

function keptSpeed() {
  try {
    const kept = Number(localStorage.getItem(SPEED_KEPT));
    return SPEEDS.includes(kept) ? kept : 1;
  } catch {
    return 1; // storage may be forbidden
  }
}

function keepSpeed(factor) {
  try {
    localStorage.setItem(SPEED_KEPT, String(factor));
  } catch {
    // It then holds for this page.
  }
}
