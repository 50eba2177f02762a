// Signing in again in place, signing out with unsent scores, and leaving the page with them.

const MEANT_AFTER_MS = 1200;

export function makeAccount({ state, api, csrfToken, sync, signOut, dialogs, text, countUnsent }) {
  const { signIn, leave } = dialogs;
  const form = signIn.querySelector("form");
  const complaint = signIn.querySelector("[data-complaint]");
  let putAway = false; // the person closed the dialog: the banner still offers it
  let openedAt = -MEANT_AFTER_MS;
  let leaving = null; // the sign-out form that waits for the outbox

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const send = form.querySelector("[type=submit]");
    if (send.disabled) return;
    send.disabled = true;
    complain("");
    try {
      await api.signIn(form.elements.password.value);
      signIn.close();
      sync.retry();
    } catch (trouble) {
      complain(explain(trouble));
      form.elements.password.select();
    } finally {
      send.disabled = false;
    }
  });
  // Levels pressed while the dialog came up belong in no password.
  form.elements.password.addEventListener("keydown", (event) => {
    if (performance.now() - openedAt < MEANT_AFTER_MS && /^\d$/.test(event.key)) event.preventDefault();
  });
  signIn.querySelector("[data-cancel]").addEventListener("click", () => signIn.close());
  signIn.addEventListener("close", () => {
    form.reset();
    putAway = true;
  });

  function explain(trouble) {
    if (trouble.kind === "network") return trouble.detail || text("sign-in-offline"); // too many wrong passwords: the server says how long
    return text(trouble.kind === "forbidden" && !trouble.detail.startsWith("CSRF") ? "sign-in-wrong" : "sign-in-page");
  }

  function complain(words) {
    complaint.textContent = words;
    complaint.hidden = !words;
  }

  // With the trouble as it is now: a session that is over asks for the password, a good one closes the dialog.
  function hear(trouble) {
    const away = trouble && ["signed-out", "stranger"].includes(trouble.kind);
    if (!away) {
      if (!trouble) {
        putAway = false;
        signIn.close();
      }
      return;
    }
    const why = trouble.kind === "stranger" ? text("sign-in-stranger", { detail: trouble.detail }) : text("sign-in-over");
    signIn.querySelector("[data-why]").textContent = why;
    if (!putAway) open();
  }

  function open() {
    if (signIn.open) return;
    // Another dialog with half a note in it is not taken away.
    if (document.querySelector("dialog[open]")) return;
    complain("");
    openedAt = performance.now();
    signIn.showModal();
  }

  addEventListener("submit", (event) => {
    if (!event.target.matches(`form[action="${signOut}"]`)) return;
    const token = event.target.elements.csrfmiddlewaretoken;
    if (token) token.value = csrfToken(); // signing in again has changed it
    if (!countUnsent(state) || event.target === leaving?.form && leaving.anyway) return;
    event.preventDefault();
    leaving = { form: event.target, anyway: false };
    drawLeave();
    for (const other of document.querySelectorAll("dialog[open]")) other.close();
    leave.showModal();
    sync.retry();
  });
  leave.querySelector("[data-stay]").addEventListener("click", () => leave.close());
  leave.querySelector("[data-leave]").addEventListener("click", () => {
    leaving.anyway = true;
    leaving.form.requestSubmit();
  });
  leave.addEventListener("close", () => { leaving = null; });

  function drawLeave() {
    leave.querySelector("[data-what]").textContent = text(state.lasting ? "leave-kept" : "leave-lost", { n: countUnsent(state) });
  }

  // The outbox has changed: who waits to sign out does so when it is empty.
  function follow() {
    if (!leave.open || !leaving) return;
    drawLeave();
    if (!countUnsent(state)) leaving.form.requestSubmit();
  }

  addEventListener("beforeunload", (event) => {
    if (countUnsent(state) && !leaving?.anyway) event.preventDefault();
  });

  return { hear, open, follow };
}
