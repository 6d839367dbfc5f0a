// The menu at the side starts where the page is: seventy indices are longer than a screen.
window.addEventListener("load", () => {
  const menu = document.querySelector(".bd-sidebar-primary");
  const here = [...(menu?.querySelectorAll("li.current > a") ?? [])].at(-1);
  if (!here) return;
  const place = here.getBoundingClientRect().top - menu.getBoundingClientRect().top;
  if (place < 0 || place > menu.clientHeight - 40) menu.scrollTop += place - menu.clientHeight / 2;
});

// The theme calls this button "Search", and shows "Search Ctrl+K": what is shown is its name. And it
// gives no name to what folds the menu, nor to pictures that are links.
window.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll(".search-button-field[aria-label]"))
    button.removeAttribute("aria-label");
  for (const summary of document.querySelectorAll("nav summary:not([aria-label])"))
    summary.setAttribute("aria-label", "Show or hide the pages below");
  for (const link of document.querySelectorAll(".sphx-glr-thumbcontainer a"))
    link.setAttribute("aria-label", link.textContent); // which the gallery covers by a picture
});
