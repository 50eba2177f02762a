// Fetches clips ahead and shows them from their first frame.

const KEPT = 16;

export function makeClips() {
  const loads = new Map(); // seat id → promise of a Blob, or of null where only the address can be shown
  let shownUrl = null;

  function fetchAhead(pair) {
    if (!pair.clip || loads.has(pair.id)) return;
    const load = download(pair.clip.url);
    load.catch(() => loads.delete(pair.id));
    loads.set(pair.id, load);
    for (const id of loads.keys()) {
      if (loads.size <= KEPT) break;
      loads.delete(id);
    }
  }

  // Resolves when the first frame can be painted; rejects where the clip cannot be had or decoded.
  async function show(pair, image) {
    if (!pair.clip) throw new Error("no clip");
    fetchAhead(pair);
    const blob = await loads.get(pair.id);
    const fresh = new Image();
    const url = blob ? URL.createObjectURL(blob) : pair.clip.url;
    fresh.src = url;
    try {
      await fresh.decode();
    } catch (error) {
      loads.delete(pair.id);
      if (blob) URL.revokeObjectURL(url);
      throw error;
    }
    // A new address starts the animation anew; the frame is decoded already, so nothing flashes.
    return () => {
      image.src = url;
      if (shownUrl) URL.revokeObjectURL(shownUrl);
      shownUrl = blob ? url : null;
    };
  }

  return { fetchAhead, show, forget: (pair) => loads.delete(pair.id) };
}

async function download(url) {
  let response;
  try {
    response = await fetch(url);
  } catch (error) {
    // A storage of another origin may let pictures through and refuse programs.
    if (new URL(url, location.href).origin !== location.origin) return null;
    throw error;
  }
  if (!response.ok) throw new Error(`clip: ${response.status}`);
  const blob = await response.blob();
  const ahead = new Image();
  const decoding = URL.createObjectURL(blob);
  ahead.src = decoding;
  try {
    await ahead.decode();
  } finally {
    URL.revokeObjectURL(decoding);
  }
  return blob;
}
