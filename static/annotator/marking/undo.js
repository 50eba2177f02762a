// What was done, so that it can be undone and done again. Values are never changed in place, so that each step costs
// only what differs.

const MOST_STEPS = 500;

export function makeUndo(first) {
  let past = [];
  let future = [];
  let present = first;

  return {
    get now() { return present; },
    get canUndo() { return past.length > 0; },
    get canRedo() { return future.length > 0; },
    // Actions of the same `run`, such as the letters of a note, are undone together.
    act(next, { about = null, run = null } = {}) {
      if (next === present) return;
      const last = past.at(-1);
      if (!(run && last?.run === run && !future.length)) past = [...past, { value: present, about, run }].slice(-MOST_STEPS);
      future = [];
      present = next;
    },
    // Changes what is not worth a step of its own, such as what is in hand.
    amend(next) { present = next; },
    // What the action was about; null where there is nothing to undo.
    undo() { return move("back"); },
    redo() { return move("forth"); },
  };

  function move(way) {
    const [from, to] = way === "back" ? [past, future] : [future, past];
    const step = from.pop();
    if (!step) return null;
    to.push({ ...step, value: present, run: null });
    present = step.value;
    return { about: step.about };
  }
}
