// Puts a picture or clip where the text is being written, and says if a file was not taken.

const text = document.querySelector("textarea.write-text");

function showButtons() {
  for (const button of document.querySelectorAll("[data-insert]")) button.hidden = !text;
}

// A paragraph of its own: around it there is an empty line, unless there is one already.
function insert(reference) {
  const { value, selectionEnd: at } = text;
  const before = value.slice(0, at), after = value.slice(at);
  const gapBefore = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const gapAfter = after === "" || after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n";
  text.setRangeText(gapBefore + reference + gapAfter, at, at, "end");
  text.focus();
  text.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-insert]");
  if (button && text) insert(button.dataset.insert);
});
document.addEventListener("htmx:afterSwap", showButtons);
for (const failed of ["htmx:responseError", "htmx:sendError"]) {
  document.addEventListener(failed, (event) => {
    const note = document.querySelector('[data-part="pictures-failed"]');
    if (note && event.detail.target?.id === "pictures") note.hidden = false;
  });
}
showButtons();
