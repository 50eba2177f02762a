// Signing out on any page but the desk: asks first where the desk has scores on this computer that are not sent yet.

const DATABASE = "reelevance-desk"; // annotator/desk/store.js
const STORE = "outbox";
const PATIENCE_MS = 2000;

const dialog = document.getElementById("unsent");
let form = null;

// Entries of one person, of whatever campaign; none where there is no outbox or it cannot be read.
function unsentOf(worker) {
  const looked = new Promise((resolve) => {
    const request = indexedDB.open(DATABASE);
    request.onupgradeneeded = () => request.transaction.abort(); // no desk was opened here: none is made
    request.onerror = () => resolve([]);
    request.onsuccess = () => {
      const asked = request.result.transaction(STORE).objectStore(STORE).getAll();
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => resolve([]);
      request.result.close();
    };
  });
  const tooLong = new Promise((resolve) => { setTimeout(() => resolve([]), PATIENCE_MS); });
  const isMine = (entry) => entry.worker === worker && entry.kind !== "news";
  return Promise.race([looked, tooLong]).then((entries) => entries.filter(isMine), () => []);
}

async function leave(event) {
  if (!event.target.matches("[data-sign-out]")) return;
  event.preventDefault();
  form = event.target;
  const unsent = await unsentOf(dialog.dataset.worker);
  if (!unsent.length) {
    form.submit();
    return;
  }
  dialog.querySelector("[data-count]").textContent = dialog.dataset.count.replace("{n}", unsent.length);
  const desk = dialog.querySelector("[data-desk]");
  desk.href = desk.dataset.desk.replace("CAMPAIGN", unsent[0].campaign);
  dialog.showModal();
}

addEventListener("submit", leave);
dialog.querySelector("[data-leave]").addEventListener("click", () => form.submit());
dialog.querySelector("[data-stay]").addEventListener("click", () => dialog.close());
