// Loads modules that the first pair does not need, however long the line is down.

const AGAIN_MS = 2000;

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

export function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
