// What the page's buttons do when a pointer or a finger presses them.

export function listenToButtons({ root, levels, actions }) {
  for (const button of levels) {
    button.addEventListener("click", (event) => {
      if (event.detail < 2) actions.score(Number(button.dataset.level)); // not the second click of a double click
    });
  }
  for (const button of document.querySelectorAll("[data-do]")) {
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") actions[button.dataset.do]();
    });
  }
  // A button that a pointer pressed keeps no focus: the space bar would press it again. A dialog that it opens must
  // not give it back, so it goes before anything else happens.
  root.addEventListener("click", (event) => {
    if (event.detail && !event.target.closest("dialog")) event.target.closest("button")?.blur();
  }, true);
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      const beside = dialog.matches(".drawer") && event.target === dialog;
      if (beside || event.target.closest("[data-close]")) dialog.close();
    });
  }
}
