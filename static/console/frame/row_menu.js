// Menus lie in the top layer, so that no frame cuts them: each is put beside its button.
document.addEventListener("toggle", ({ target, newState }) => {
  if (newState !== "open" || !target.matches?.(".row-menu")) return;
  const button = document.querySelector(`[popovertarget="${target.id}"]`).getBoundingClientRect();
  target.classList.add("placed");
  const { width, height } = target.getBoundingClientRect();
  const below = button.bottom + height < innerHeight;
  target.style.left = `${Math.max(8, Math.min(button.right - width, innerWidth - width - 8))}px`;
  target.style.top = `${below ? button.bottom : Math.max(8, button.top - height)}px`;
  target.querySelector("a, button, input").focus();
}, { capture: true });
