// Moves a <video> to a time, as often as asked: while one seek is under way only the last one asked for is kept.

// `soon(work)`: does the work once another video has had its turn.
export function makeSeeker(video, { done = () => {}, soon } = {}) {
  let wanted = null;
  let busy = false;
  let waits = false;

  function go() {
    busy = true;
    const time = wanted;
    const settled = () => {
      video.removeEventListener("seeked", settled);
      if (wanted !== null && wanted !== time) return go();
      busy = false;
      return done();
    };
    video.addEventListener("seeked", settled);
    video.currentTime = time;
  }

  // What was asked for before the video had come, or while its address was changed, is asked for again.
  video.addEventListener("loadedmetadata", () => { if (wanted !== null) go(); });

  function seek(time) {
    wanted = time;
    if (!busy && video.readyState >= HTMLMediaElement.HAVE_METADATA) go();
  }

  return {
    get busy() { return busy || video.readyState < HTMLMediaElement.HAVE_METADATA; },
    seek,
    // The same once another video has had its turn: two that decode at once wait for each other.
    seekSoon(time) {
      wanted = time;
      if (waits) return;
      waits = true;
      soon(() => {
        waits = false;
        if (wanted !== null) seek(wanted);
      });
    },
    // From now on the video moves on its own.
    release() { if (!busy && video.readyState >= HTMLMediaElement.HAVE_METADATA) wanted = null; },
    reset() {
      busy = false;
      wanted = null;
    },
  };
}
