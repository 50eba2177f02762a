// The dialog "Cannot judge": a kind, a note, and what the server says of it.

export function makeProblems({ dialog, api, on }) {
  const form = dialog.querySelector("form");
  const complaint = dialog.querySelector("[data-complaint]");
  const send = form.querySelector("[type=submit]");
  let pair = null;

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const kind = form.elements.kind.value;
    if (!kind) {
      complain("Choose what is wrong.");
      return;
    }
    send.disabled = true;
    try {
      await api.post("problems/", { seat: pair.id, kind, note: form.elements.note.value.trim() });
      dialog.close();
      on.reported(pair, kind);
    } catch (trouble) {
      complain(explain(trouble));
    } finally {
      send.disabled = false;
    }
  });

  dialog.querySelector("[data-cancel]").addEventListener("click", () => dialog.close());

  function complain(text) {
    complaint.textContent = text;
    complaint.hidden = !text;
  }

  return {
    open(reported, kind = null) {
      pair = reported;
      form.reset();
      complain("");
      if (kind) form.elements.kind.value = kind;
      dialog.showModal();
    },
  };
}

function explain(trouble) {
  if (trouble.kind === "network") return "The report did not get through. Try again in a moment.";
  if (trouble.kind === "signed-out") return "You are signed out. Sign in again in a new tab, then send the report.";
  return `The report was not taken: ${trouble.detail || "the pair is no longer yours"}.`;
}
