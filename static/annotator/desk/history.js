// My last scores: what was given, until when it may be changed, and what is final (R12).

const KEPT = 60;

export function makeHistory({ state, api, player, on }) {
  const find = (seat) => state.past.find((one) => one.id === seat);

  function add(past) {
    state.past = [...state.past.filter((one) => one.id !== past.id), past].slice(-KEPT);
  }

  function remove(seat) {
    state.past = state.past.filter((one) => one.id !== seat);
  }

  // By the server's clock; null until the server answers.
  function secondsLeft(past) {
    if (past.until === null) return null;
    return Math.max(0, Math.ceil((past.until - api.serverNow()) / 1000));
  }

  const isFinal = (past) => Boolean(past.final) || secondsLeft(past) === 0;

  // What the server has, under what this computer has not sent yet.
  async function load() {
    const { scores } = await api.get(`scores/?last=20&plays=${encodeURIComponent(player.plays.slice(0, 10).join(","))}`);
    const unsent = new Set(state.unsent.map((entry) => entry.seat));
    const known = new Map(state.past.map((one) => [one.id, one]));
    const served = scores.reverse().map((score) => {
      const fresh = fromServer(score);
      const mine = known.get(fresh.id);
      if (!mine) return fresh;
      return unsent.has(fresh.id) ? Object.assign(mine, { clip: fresh.clip, until: fresh.until }) : Object.assign(mine, fresh);
    });
    const ids = new Set(served.map((one) => one.id));
    state.past = [...served, ...state.past.filter((one) => !ids.has(one.id))].sort((a, b) => a.at - b.at).slice(-KEPT);
    state.recalled = true;
    on.loaded();
  }

  return { find, add, remove, load, isFinal, secondsLeft };
}

function fromServer({ seat, query, clip, lesson, relevance, key, saved_at, changeable_until, changeable }) {
  const until = Date.parse(changeable_until);
  return { id: seat, query, clip, lesson, relevance, key, until, final: !changeable, at: Date.parse(saved_at) };
}
