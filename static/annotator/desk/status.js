// Says how the outbox stands, what is wrong with the connection, and what was refused.

const SAVING_SHOWN_AFTER_MS = 1500; // sending waits for a second at most
const NOTE_MS = 8000;

export function makeStatus({ root, state, text, countUnsent }) {
  const part = (name) => root.querySelector(`[data-part="${name}"]`);
  let savingTimer = null;

  function set(kind, words) {
    const status = part("status");
    if (status.textContent !== words) status.textContent = words;
    status.dataset.kind = kind;
  }

  function refresh() {
    clearTimeout(savingTimer);
    const count = countUnsent(state);
    root.dataset.unsent = String(count);
    if (state.trouble) {
      set("waiting", count ? text("status-waiting", { n: count }) : text("status-offline"));
    } else if (count) {
      // A text for every score that takes the usual instant would flicker all day: only the dot shows it.
      if (part("status").dataset.kind === "saved") part("status").dataset.kind = "sending";
      savingTimer = setTimeout(() => set("sending", text("status-sending", { n: count })), SAVING_SHOWN_AFTER_MS);
      if (part("status").dataset.kind === "waiting") set("sending", text("status-sending", { n: count }));
    } else if (state.refused) {
      set("refused", text("status-refused", { n: state.refused }));
    } else {
      set("saved", text("status-saved"));
    }
    showTrouble(count);
  }

  function showTrouble(count) {
    const { trouble } = state;
    part("trouble").hidden = !trouble;
    part("trouble-sign-in").hidden = !["signed-out", "stranger"].includes(trouble?.kind);
    const words = trouble ? [text(`trouble-${trouble.kind}`, { detail: trouble.detail || "–" }), kept(count)].filter(Boolean).join(" ") : "";
    if (part("trouble-text").textContent !== words) part("trouble-text").textContent = words;
  }

  function kept(count) {
    if (!count) return "";
    return text(state.lasting ? "kept-here" : "kept-in-tab", { n: count });
  }

  // Read out where it matters: when trouble begins, and when it is over.
  function announce(before) {
    if (Boolean(state.trouble) === Boolean(before)) return;
    part("announce").textContent = state.trouble ? part("trouble-text").textContent : text("status-saved");
  }

  return { refresh, announce };
}

// Notices stay until they are dismissed; a "note" disappears automatically.
export function makeNotices({ list, state, text, onChange }) {
  const standing = new Map(); // what is refused for the same reason stands once, with how often

  function add(words, kind = "note") {
    if (kind === "refused") state.refused += 1;
    const same = kind === "refused" && standing.get(words);
    if (same) same.again();
    else make(words, kind);
    onChange();
  }

  function make(words, kind) {
    let times = 1;
    const item = document.createElement("li");
    item.className = `notice notice-${kind}`;
    const body = document.createElement("span");
    body.textContent = words;
    const close = document.createElement("button");
    close.type = "button";
    close.className = "quiet small";
    close.textContent = text("dismiss");
    item.append(body, close);
    list.append(item);
    if (kind === "refused") standing.set(words, { again: () => { body.textContent = text("times", { n: ++times, words }); } });
    close.addEventListener("click", () => {
      item.remove();
      if (kind === "refused") {
        state.refused -= times;
        standing.delete(words);
      }
      onChange();
    });
    if (kind === "note") setTimeout(() => item.remove(), NOTE_MS);
  }

  return { add };
}
