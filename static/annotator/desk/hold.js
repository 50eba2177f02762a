// How much work to hold: five minutes of it at the person's own pace, and at most 30 MB of clips.

const AHEAD_S = 350; // asked again at LOW of it, so five minutes are left
const FEWEST = 3;
const MOST = 20;
const MOST_BYTES = 30e6;
const LOW = 0.85;
const UNKNOWN_PACE_S = 30;
const LONGEST_GAP_S = 600; // a longer one is a break and no pace
const KEPT_GAPS = 50;
const MOST_KNOWN = 50;
const STALE_MS = 20 * 60 * 1000; // addresses of clips are good for an hour

export function makeHold({ state, player, name }) {
  let gaps = readGaps(name);
  let pressedAt = null;
  let servedPace = null;
  let heardAt = Date.now();
  let served = MOST; // pairs at hand after the last answer: the queue may give fewer than the target

  function target() {
    const pace = gaps.length >= 5 ? median(gaps) : servedPace ?? UNKNOWN_PACE_S;
    const wanted = clamp(Math.ceil(AHEAD_S / Math.max(pace, 0.1)), FEWEST, MOST);
    const sizes = held().map((pair) => pair.clip?.bytes).filter(Boolean);
    const fitting = sizes.length ? Math.floor(MOST_BYTES / (sum(sizes) / sizes.length)) : MOST;
    return clamp(fitting, FEWEST, wanted);
  }

  function held() {
    const working = state.current && !state.current.past ? [state.current] : [];
    return [...working, ...state.upcoming];
  }

  // Asked when it shrinks, not at every label; where nothing more is left, asking would bring nothing.
  function isLow() {
    if (!state.left) return false;
    return held().length < LOW * Math.min(target(), served);
  }

  function count() {
    return Math.min(target(), 50);
  }

  function claimPart() {
    const whole = state.wantWhole || Date.now() - heardAt > STALE_MS;
    const known = whole ? [] : held().filter((pair) => !state.renew.has(pair.id)).map((pair) => pair.id);
    return { known: known.slice(0, MOST_KNOWN), plays: player.plays.slice(0, 10) };
  }

  // The seats of an answer as pairs: those at hand stay the same objects, with a newer address where one came.
  function take({ seats, left, reason, news }) {
    heardAt = Date.now();
    const mine = new Map(held().map((pair) => [pair.id, pair]));
    state.wantWhole = false;
    const pairs = [];
    for (const seat of seats) {
      const pair = mine.get(seat.id);
      if (seat.query === undefined && !pair) {
        state.wantWhole ||= !state.handled.has(seat.id);
        continue;
      }
      pairs.push(pair ? Object.assign(pair, seat) : seat);
    }
    state.ids = new Set(seats.map((seat) => seat.id));
    state.upcoming = pairs.filter(isWanted);
    Object.assign(state, { left, reason, news: news ?? state.news });
    served = held().length;
  }

  function isWanted(pair) {
    const inView = state.current?.id === pair.id && !state.current.past;
    return !inView && !state.handled.has(pair.id) && !state.droppedQueries.has(pair.query);
  }

  // Nearest first: the pair in view, the next three, the last score (for going back), the others.
  function arrange() {
    const past = state.past.slice(-1).filter((one) => one.clip);
    const all = [state.current, ...state.upcoming.slice(0, 3), ...past, ...state.upcoming.slice(3)].filter(Boolean);
    const pairs = [...new Map(all.map((pair) => [pair.id, pair])).values()];
    let bytes = 0;
    player.hold(pairs.filter((pair, place) => {
      bytes += pair.clip?.bytes ?? 0;
      return place < 2 || bytes <= MOST_BYTES;
    }));
  }

  function pressed() {
    const now = performance.now();
    if (pressedAt !== null && now - pressedAt < LONGEST_GAP_S * 1000) {
      gaps = [...gaps, (now - pressedAt) / 1000].slice(-KEPT_GAPS);
      saveGaps(name, gaps);
    }
    pressedAt = now;
  }

  return { target, count, isLow, claimPart, take, isWanted, arrange, pressed, learnPace: (s) => { servedPace = s; } };
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
const clamp = (value, low, high) => Math.max(Math.min(low, high), Math.min(value, high));

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function readGaps(name) {
  try {
    return JSON.parse(localStorage.getItem(`pace:${name}`)).filter((gap) => gap > 0);
  } catch {
    return [];
  }
}

function saveGaps(name, gaps) {
  try {
    localStorage.setItem(`pace:${name}`, JSON.stringify(gaps.map((gap) => Math.round(gap * 10) / 10)));
  } catch {
    // The pace is learnt again next time.
  }
}
