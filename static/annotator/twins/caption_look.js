// What is checked while captions are typed: words are counted here, and the server's own checks give the sentences.

const WAIT_MS = 400; // after the last key

export function makeChecks({ api, onFound }) {
  const known = new Map(); // the texts as they were asked about → the answer
  let timer = null;

  const count = (text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const nameOf = (texts) => JSON.stringify(texts);

  async function ask(texts, seat) {
    const name = nameOf(texts);
    try {
      const { faults } = await api.post("twin-captions/check/", { captions: texts, seat });
      known.set(name, faults);
      onFound();
    } catch {
      // Without a line nothing is said; the server looks again when the captions are sent.
    }
  }

  // The faults of each text, as far as they are known: [{sentence, refused}], null until the server has answered.
  function look(texts, seat) {
    const faults = known.get(nameOf(texts));
    clearTimeout(timer);
    if (!faults && texts.some(Boolean)) timer = setTimeout(() => ask(texts, seat), WAIT_MS);
    return texts.map((text, place) => ({ words: text === null ? 0 : count(text), faults: text ? faults?.[place] ?? null : null }));
  }

  return { look, forget() { known.clear(); clearTimeout(timer); } };
}
