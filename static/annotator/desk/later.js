// What can wait: for the frame, and modules that the first pair does not need, however long the line is down.

const AGAIN_MS = 2000;
const NO_FRAME_MS = 100;

// Some browsers remember that an address failed, so another try has another one.
export async function loadSurely(address) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await import(attempt ? `${address}?again=${attempt}` : address);
    } catch {
      await sleep(AGAIN_MS);
    }
  }
}

// Once the next frame is painted; soon all the same where no frame comes, as in a tab put away.
export function afterFrame(work) {
  let done = false;
  const once = () => {
    if (!done) work();
    done = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, NO_FRAME_MS);
}

export function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
