// The work that is this person's, and what a claim asks for and brings.

const LOW = 3;
const STALE_MS = 20 * 60 * 1000; // addresses of clips are good for an hour

export function makeFeed({ state, player, most }) {
  let ids = new Set();
  let heardAt = Date.now();
  let wantsWhole = false;

  const held = () => [...(state.current && !state.current.past ? [state.current] : []), ...state.upcoming];

  // What is at hand stays the same object, with newer addresses where they came.
  function take({ seats, left, reason, news }) {
    heardAt = Date.now();
    wantsWhole = false;
    const mine = new Map(held().map((item) => [item.id, item]));
    const items = [];
    for (const seat of seats) {
      const item = mine.get(seat.id);
      if (seat.task === undefined && !item) wantsWhole ||= !state.handled.has(seat.id);
      else items.push(item ? Object.assign(item, seat) : { ...seat, past: null });
    }
    ids = new Set(seats.map(({ id }) => id));
    state.upcoming = items.filter((item) => item !== state.current && !state.handled.has(item.id));
    Object.assign(state, { left, reason, news: news ?? state.news });
  }

  function claimPart() {
    const whole = wantsWhole || Date.now() - heardAt > STALE_MS;
    const known = whole ? [] : held().map(({ id }) => id).filter((id) => !state.renew.has(id));
    return { known, plays: player.plays.slice(0, 10) };
  }

  return {
    take, held, claimPart,
    isMine: (id) => ids.has(id),
    isLow: () => Boolean(state.left) && held().length < LOW,
    count: () => most,
  };
}
