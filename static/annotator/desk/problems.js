// The dialog "Cannot judge": a kind and a note. The report goes the outbox's way, so that a bad line loses none.
// What was begun and put away stays with its pair.

const NEED_WORDS = ["question", "query"]; // a senseless query leaves with all its pairs: not by a slip of the hand

export function makeProblems({ dialog, text, on }) {
  const form = dialog.querySelector("form");
  const complaint = dialog.querySelector("[data-complaint]");
  const choices = [...form.querySelectorAll("[name=kind]")];
  const drafts = new WeakMap(); // pair → what was written and not sent; it goes with the pair
  let pair = null;

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const kind = form.elements.kind.value;
    const note = form.elements.note.value.trim();
    if (!kind) return complain(text("report-choose"));
    if (NEED_WORDS.includes(kind) && !note) {
      complain(text(`report-ask-${kind}`));
      form.elements.note.focus();
      return undefined;
    }
    drafts.delete(pair);
    dialog.close();
    return on.report(pair, kind, note);
  });

  // Numbers choose, Enter sends (Shift with it begins a line).
  dialog.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const writing = event.target === form.elements.note;
    if (event.key === "Enter" && !event.shiftKey && (writing || event.target.name === "kind")) {
      event.preventDefault();
      form.requestSubmit();
    } else if (!writing && /^(?:Digit|Numpad)[1-9]$/.test(event.code)) {
      const chosen = choices[Number(event.code.at(-1)) - 1];
      if (!chosen) return;
      event.preventDefault();
      chosen.checked = true;
      chosen.focus();
      complain("");
      keep();
    }
  });
  dialog.querySelector("[data-cancel]").addEventListener("click", () => dialog.close());

  function keep() {
    drafts.set(pair, { kind: form.elements.kind.value, note: form.elements.note.value });
  }

  form.addEventListener("input", keep);

  function complain(words) {
    complaint.textContent = words;
    complaint.hidden = !words;
  }

  return {
    open(reported, kind = null) {
      pair = reported;
      form.reset();
      complain("");
      const draft = drafts.get(pair) ?? { kind: "", note: "" };
      const { mode } = document.getElementById("desk").dataset;
      const broken = mode === "broken" || (mode === "loading" && pair.renewed) ? "broken_clip" : ""; // it failed once already
      form.elements.kind.value = kind || draft.kind || broken;
      form.elements.note.value = draft.note;
      dialog.showModal();
      (choices.find((choice) => choice.checked) ?? choices[0]).focus();
    },
  };
}
