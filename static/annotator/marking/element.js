// Makes elements of the page, and keeps the focus in lists that are made again.

export function element(name, properties, children = []) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// What had the focus gets it back.
export function refill(list, items) {
  const { activeElement } = document;
  const inside = list.contains(activeElement) ? [...list.querySelectorAll("button")].indexOf(activeElement) : -1;
  list.replaceChildren(...items());
  if (inside >= 0) list.querySelectorAll("button")[inside]?.focus();
}
