// The leads' row of links: brings the page's own into view on a narrow screen, and counts what waits in the inbox.

const nav = document.querySelector(".lead-nav");
const here = nav.querySelector("[aria-current]");
if (here) nav.scrollLeft = here.offsetLeft - (nav.clientWidth - here.offsetWidth) / 2;

const badge = nav.querySelector("[data-count]");

async function countInbox() {
  try {
    const answer = await fetch(badge.dataset.count, { headers: { Accept: "application/json" } });
    const { count } = answer.ok && !answer.redirected ? await answer.json() : { count: 0 };
    badge.textContent = count > 999 ? "999+" : String(count);
    badge.hidden = !count;
  } catch {
    // without an answer only the link remains
  }
}

document.addEventListener("inbox:changed", countInbox);
countInbox();
