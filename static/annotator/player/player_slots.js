// What the player holds: a slot for each pair, fetched (`source`), decoded to its first frame (`reel`), and `ready`
// while that frame stands.

const DECODED_AHEAD = 3;
const ASK_AGAIN_MS = 5000; // what failed in passing is fetched again after it, when `hold` names it

// `box` takes the reels' elements. `on` gets the events of the reels: wrapped(slot), refused(slot), broke(slot).
export function makeSlots({ parts, box, label, patienceMs, on }) {
  const fetcher = parts.fetch.makeFetcher({ patienceMs });
  const slots = new Map(); // pair id → slot
  let order = []; // the ids to have ready, nearest first
  let inView = null;
  let awaited = null;

  function slotOf(pair) {
    let slot = slots.get(pair.id);
    if (!slot) {
      slot = { id: pair.id, clip: pair.clip, job: null, source: null, reel: null, ready: false, begun: false,
        trouble: null, failedAt: 0, waiting: [] };
      slots.set(pair.id, slot);
    } else if (!slot.source && !slot.job) {
      slot.clip = pair.clip; // its address may have been signed again
    }
    return slot;
  }

  function hold(pairs) {
    order = pairs.map((pair) => pair.id);
    for (const pair of pairs) {
      const slot = slotOf(pair);
      if (slot.trouble?.passing && Date.now() - slot.failedAt > ASK_AGAIN_MS) forget(slot);
    }
    tidy();
  }

  // The line is back: what failed in passing does not wait to be named again.
  function fetchAgain() {
    for (const slot of slots.values()) if (slot.trouble?.passing) forget(slot);
    tidy();
  }

  const inUse = (slot) => slot === inView || slot === awaited;

  function placeOf(slot) {
    if (inUse(slot)) return -1;
    if (!order.includes(slot.id)) return Infinity;
    return order.slice(0, order.indexOf(slot.id)).filter((id) => !inUse(slots.get(id))).length;
  }

  // Begins and ends fetching and decoding as the places of the slots ask for.
  function arrange() {
    for (const slot of slots.values()) {
      if (!slot.clip || slot.trouble) continue;
      const place = placeOf(slot);
      if (!slot.source && !slot.job) fetchClip(slot);
      if (slot.job) slot.job.place = place;
      if (place >= DECODED_AHEAD) closeReel(slot);
      else if (slot.source && !slot.reel) openReel(slot);
    }
    fetcher.arrange();
  }

  function fetchClip(slot) {
    const job = slot.job = fetcher.request(slot.clip);
    const unlessCancelled = (act) => (outcome) => {
      if (slot.job !== job) return;
      slot.job = null;
      act(outcome);
    };
    job.result.then(unlessCancelled((source) => {
      slot.source = source;
      arrange();
    }), unlessCancelled((trouble) => fail(slot, trouble)));
  }

  function partFor({ clip, source }) {
    if (clip.type.startsWith("video/")) return parts.video;
    return source.blob && parts.frames.canDecode() ? parts.frames : parts.image;
  }

  function openReel(slot, part = partFor(slot)) {
    const reel = slot.reel = part.makeReel({
      clip: slot.clip, source: slot.source, label, patienceMs,
      on: {
        wrapped: () => on.wrapped(slot),
        refused: () => on.refused(slot),
        broke: () => slot.reel === reel && fail(slot, new Error("stopped")),
      },
    });
    reel.element.classList.add("player-clip");
    reel.element.setAttribute("aria-hidden", "true");
    box.append(reel.element);
    whenReady(slot, reel.ready, (trouble) => {
      if (trouble.name !== "NotSupportedError" || part !== parts.frames) return fail(slot, trouble);
      closeReel(slot);
      openReel(slot, parts.image);
    });
  }

  function whenReady(slot, promise, failed) {
    const { reel } = slot;
    promise.then(() => {
      if (slot.reel !== reel) return;
      slot.ready = true;
      wake(slot);
    }, (trouble) => { if (slot.reel === reel) failed(trouble); });
  }

  function closeReel(slot) {
    slot.reel?.close();
    slot.reel = null;
    slot.ready = slot.begun = false;
  }

  function fail(slot, trouble) {
    closeReel(slot);
    slot.source = null;
    slot.trouble = trouble;
    slot.failedAt = Date.now();
    wake(slot);
    on.broke(slot);
  }

  function wake(slot) {
    for (const resolve of slot.waiting.splice(0)) resolve();
  }

  // Back to a slot of which nothing is known.
  function forget(slot) {
    slot.job?.cancel();
    closeReel(slot);
    slot.job = slot.source = slot.trouble = null;
  }

  // Lets go of what is neither listed nor in use; what was in view goes back to its first frame.
  function tidy() {
    for (const slot of slots.values()) {
      if (inUse(slot)) continue;
      if (!order.includes(slot.id)) {
        forget(slot);
        wake(slot);
        slots.delete(slot.id);
      } else if (slot.begun) {
        slot.begun = slot.ready = false;
        whenReady(slot, slot.reel.rewind(), (trouble) => fail(slot, trouble));
      }
    }
    arrange();
  }

  return {
    slotOf, hold, fetchAgain, tidy, forget,
    find: (id) => slots.get(id),
    // Which slot is in view, and which is waited for: they go before all others. Who waited for another learns it.
    use(view, waited) {
      const before = awaited;
      inView = view;
      awaited = waited;
      if (before && before !== waited) wake(before);
    },
    // Resolves when the slot is ready, in trouble or let go.
    settled(slot) {
      tidy();
      return new Promise((resolve) => slot.waiting.push(resolve));
    },
    heldBytes: () => [...slots.values()].reduce((sum, { source }) => sum + (source?.blob?.size ?? 0), 0),
  };
}
