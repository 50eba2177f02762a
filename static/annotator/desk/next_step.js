// Who waits in the exam reads the start page's own words, with its countdown; without an answer the desk's stay.

export async function sayNextStep({ part, root, state, address }) {
  if (state.reason !== "waiting_for_truth") return;
  try {
    const answer = await fetch(address, { credentials: "same-origin", headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    const now = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#start-state .now");
    if (!now || root.dataset.mode !== "empty" || state.reason !== "waiting_for_truth") return;
    part("empty-title").textContent = now.querySelector("h2").textContent;
    part("empty-text").replaceChildren(...[...now.querySelectorAll("p")].flatMap((line) => [...line.childNodes, " "]));
  } catch {
    // offline: the desk's own words stay
  }
}
