// Draws the state; knows the page's elements and nothing of the network.

const SAVING_SHOWN_AFTER_MS = 700;
const LONG = 420;
const MEDIUM = 110;

const REASONS = {
  no_work: ["Nothing to score right now", "More pairs come when others have finished theirs, or when a lead extends a query. Come back later today, or leave this page open: it goes on by itself."],
  paused: ["The campaign is paused", "A lead has paused it; everything you scored is safe. It goes on here by itself as soon as the campaign does."],
  training_required: ["Your training comes first", "You are not admitted to scoring yet. Read the guideline; your lead opens the exam for you after it."],
  exam_required: ["The exam comes first", "You are not admitted to scoring yet. Once your exam is passed, pairs appear here by themselves."],
  waiting_for_truth: ["Your exam is being looked at", "Your answers are in. They are compared as soon as the reference answers stand, usually within some days; nothing is left for you to do."],
};

export function makeView(root) {
  const part = (name) => root.querySelector(`[data-part="${name}"]`);
  const levels = [...root.querySelectorAll("[data-level]")];
  let savingTimer = null;

  function showQuery(text) {
    const query = part("query");
    query.textContent = text;
    query.dataset.size = text.length > LONG ? "long" : text.length > MEDIUM ? "medium" : "short";
    part("query-box").scrollTop = 0;
  }

  // mode: "loading", "ready", "broken" or "empty".
  function setMode(mode) {
    root.dataset.mode = mode;
    for (const name of ["loading", "broken", "empty"]) part(name).hidden = mode !== name;
    part("clip").hidden = mode !== "ready";
    part("replay").hidden = mode !== "ready";
    const usable = mode === "ready";
    for (const level of levels) level.setAttribute("aria-disabled", String(!usable));
    part("report").setAttribute("aria-disabled", String(mode === "empty"));
  }

  function showPair(pair) {
    root.dataset.pair = pair.id;
    showQuery(pair.query);
    const image = part("clip");
    if (pair.clip?.width) image.width = pair.clip.width;
    if (pair.clip?.height) image.height = pair.clip.height;
    for (const level of levels) {
      const chosen = pair.past ? pair.past.relevance === Number(level.dataset.level) : false;
      level.setAttribute("aria-pressed", String(chosen));
    }
    part("revisit").hidden = !pair.past;
  }

  function clear() {
    delete root.dataset.pair;
    showQuery("");
    part("revisit").hidden = true;
    for (const level of levels) level.setAttribute("aria-pressed", "false");
  }

  function showWaiting() {
    clear();
    setMode("loading");
  }

  function showEmpty(reason) {
    const [title, text] = REASONS[reason] ?? REASONS.no_work;
    clear();
    part("empty-title").textContent = title;
    part("empty-text").textContent = text;
    setMode("empty");
  }

  function showProgress({ today, left }) {
    part("today").textContent = today === null ? "–" : String(today);
    part("left").textContent = left === null ? "–" : left >= 1000 ? "1,000+" : String(left);
  }

  function showStatus(state) {
    clearTimeout(savingTimer);
    const set = (kind, text) => {
      part("status").dataset.kind = kind;
      part("status").textContent = text;
    };
    const count = state.unsent.length;
    if (state.trouble) {
      set("waiting", count ? `${count} waiting to be sent` : "Not connected");
    } else if (count) {
      // Saying it of every score that takes the usual instant would flicker all day.
      savingTimer = setTimeout(() => set("sending", `Sending ${count}…`), SAVING_SHOWN_AFTER_MS);
      if (part("status").dataset.kind === "waiting") set("sending", `Sending ${count}…`);
    } else {
      set("saved", "All saved");
    }
    showTrouble(state.trouble, count);
  }

  function showTrouble(trouble, count) {
    const kept = count ? ` Your ${count === 1 ? "unsent score is" : `${count} unsent scores are`} kept in this tab.` : "";
    const texts = {
      network: `No connection to the server; trying again by itself.${kept}`,
      "signed-out": `You are signed out. Sign in again in a new tab, then come back here.${kept}`,
      forbidden: `The server refuses: ${trouble?.detail || "you may not score here at present"}.${kept} Signing in again in a new tab may help; otherwise ask your lead.`,
      rejected: `The server did not understand this page: ${trouble?.detail || "unknown error"}. Reload it.${kept}`,
      stranger: `${trouble?.detail} is signed in now. These are another person's scores: sign in with your own worker ID.${kept}`,
    };
    const box = part("trouble");
    box.hidden = !trouble;
    part("trouble-text").textContent = trouble ? texts[trouble.kind] : "";
    part("trouble-sign-in").hidden = !trouble || ["network", "rejected"].includes(trouble.kind);
  }

  function notice(text, kind = "refused") {
    const item = document.createElement("li");
    item.className = `notice notice-${kind}`;
    const words = document.createElement("span");
    words.textContent = text;
    const close = document.createElement("button");
    close.type = "button";
    close.className = "quiet small";
    close.textContent = "Dismiss";
    close.addEventListener("click", () => item.remove());
    item.append(words, close);
    part("notices").append(item);
    if (kind === "note") setTimeout(() => item.remove(), 6000);
  }

  // The chosen level lights up for a moment, so that the hand knows what it did.
  function acknowledge(level) {
    const button = levels[levels.findIndex((one) => Number(one.dataset.level) === level)];
    button.classList.remove("chosen");
    void button.offsetWidth; // restarts the animation
    button.classList.add("chosen");
  }

  return {
    part, levels, setMode, showPair, showWaiting, showEmpty, showProgress, showStatus, notice, acknowledge,
    setBack: (possible) => part("back").setAttribute("aria-disabled", String(!possible)),
  };
}
