// The questions that are this person's, video by video, and what a claim asks for and brings.

const LOW = 1;

// A question: {id, query, task, video, condition, pieces, lesson, sent}; `sent` is null until its answer is on its way.
export function makeFeed({ state, player, most }) {
  const held = () => state.questions.filter((one) => !one.sent);

  // Those of an answer; what is at hand stays the same object. What was sent stays in view while its video does.
  function take({ seats, videos, left, reason, news }) {
    const mine = new Map(state.questions.map((one) => [one.id, one]));
    // A question whose video cannot be shown at the moment comes again with it.
    const fresh = seats.filter(({ video }) => video !== null).map((seat) => Object.assign(mine.get(seat.id) ?? { sent: null }, read(seat)));
    const ids = new Set(fresh.map(({ id }) => id));
    const lost = held().filter(({ id }) => !ids.has(id) && !state.handled.has(id));
    const sent = state.questions.filter((one) => one.sent && one.video === state.video && !ids.has(one.id));
    const open = fresh.filter((one) => !state.handled.has(one.id) || one.sent);
    state.questions = inOrder([...sent, ...open]);
    for (const [key, video] of Object.entries(videos ?? {})) state.videos.set(key, { ...state.videos.get(key), ...video });
    Object.assign(state, { left, reason, news: news ?? state.news });
    return { lost };
  }

  const read = ({ id, query, task, video, condition, pieces, lesson }) => ({ id, query, task, video, condition: condition ?? null, pieces: pieces ?? null, lesson: lesson ?? null });

  // The order in which they came stays while the person works.
  function inOrder(questions) {
    const places = new Map(state.questions.map(({ id }, place) => [id, place]));
    return questions.sort((a, b) => (places.get(a.id) ?? Infinity) - (places.get(b.id) ?? Infinity));
  }

  return {
    take,
    held,
    ofVideo: (video) => state.questions.filter((one) => one.video === video),
    // The next one to answer: behind this one, else the first one left of its video, else of another.
    next(after = null) {
      const open = held();
      const same = open.filter(({ video }) => video === state.video);
      const at = state.questions.indexOf(after);
      return same.find((one) => state.questions.indexOf(one) > at) ?? same[0] ?? open[0] ?? null;
    },
    // What sync.js asks of it.
    isLow: () => Boolean(state.left) && held().length < LOW,
    count: () => most,
    claimPart: () => ({ plays: player.plays }),
  };
}
