// The leads' rows of links: bring the page's own into view on a narrow screen, and count what waits in the inbox.

function bringIntoView() {
  for (const row of document.querySelectorAll(".lead-nav, .tabs")) {
    const here = row.querySelector("[aria-current]");
    if (here) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
  }
}

const badge = document.querySelector(".lead-nav [data-count]");

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
bringIntoView();
countInbox().then(bringIntoView); // the count makes its row longer
