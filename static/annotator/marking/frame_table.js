// When each frame of a video is shown: the twin of moments/clips/cutting/frame_table.py, from its packed form.
//
// A rate times a time is wrong wherever frames are not evenly spaced, so every time comes from here. Milliseconds are
// on ffmpeg's own clock of the source, seconds of a player count from the first frame of the proxy.

const ROUNDED_S = 0.0004; // a proxy's own clock is coarser than the source's; frames lie at least a millisecond apart

// `packed`: {base: [numerator, denominator], first, runs: [[length, how many], …]}, in units of `base` seconds.
export function unpack({ base: [numerator, denominator], first, runs }) {
  const starts = startsOf(first, runs); // one more than there are frames: the end
  const { length } = starts;
  const frames = length - 1;

  // The whole millisecond at or before the frame's beginning; the number of frames gives the end of the video.
  function startMs(frame) {
    if (!(frame >= 0 && frame <= frames)) throw new RangeError(`expected a frame from 0 to ${frames}, got ${frame}`);
    return floorOf(starts[frame], 1000 * numerator, denominator);
  }

  // The frame that shows at that time; the first one before the beginning, the last one behind the end.
  function frameAtMs(ms) {
    const limit = -floorOf(-(ms + 1), denominator, 1000 * numerator);
    return clamp(countBelow(starts, frames, limit) - 1);
  }

  const clamp = (frame) => Math.max(0, Math.min(frames - 1, frame));

  return {
    frames,
    startMs,
    frameAtMs,
    clamp,
    firstMs: startMs(0),
    endMs: startMs(frames),
    // Where a segment that the frame belongs to as its last one ends.
    endMsOf: (frame) => startMs(frame + 1),
    // The last frame of a segment that ends there.
    lastBeforeMs: (ms) => frameAtMs(ms - 1),
    // Where a player of the proxy seeks to show the frame: the middle of its time.
    seekS: (frame) => ((starts[frame] + starts[frame + 1]) / 2 - first) * numerator / denominator,
    // The frame that a player of the proxy shows at that time of its own.
    frameAtS: (seconds) => clamp(countBelow(starts, frames, first + (seconds + ROUNDED_S) * denominator / numerator) - 1),
  };
}

function startsOf(first, runs) {
  const starts = new Float64Array(1 + runs.reduce((sum, [, times]) => sum + times, 0));
  starts[0] = first;
  let place = 0;
  for (const [units, times] of runs) {
    for (let count = 0; count < times; count += 1) {
      starts[place + 1] = starts[place] + units;
      place += 1;
    }
  }
  return starts;
}

// How many of the first `most` numbers are below the limit.
function countBelow(sorted, most, limit) {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

// a · b / c rounded down, exactly.
function floorOf(a, b, c) {
  const product = a * b;
  if (!Number.isSafeInteger(product)) {
    const [exact, divisor] = [BigInt(a) * BigInt(b), BigInt(c)];
    return Number(exact / divisor) - (exact % divisor < 0n ? 1 : 0);
  }
  const rest = product % c;
  return (product - rest) / c - (rest < 0 ? 1 : 0);
}
