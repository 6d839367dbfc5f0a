"use strict";
(function () {
  const root = document.documentElement;

  // Theme: what the system prefers, until somebody chooses.
  const button = document.querySelector(".theme");
  const preferred = window.matchMedia("(prefers-color-scheme: dark)");
  const current = () => root.dataset.theme || (preferred.matches ? "dark" : "light");
  const name = () => { button.textContent = current() === "dark" ? "Light theme" : "Dark theme"; };
  try { const kept = localStorage.getItem("partwise-theme"); if (kept) root.dataset.theme = kept; } catch (error) { /* opened from disk with storage off */ }
  button.addEventListener("click", () => {
    root.dataset.theme = current() === "dark" ? "light" : "dark";
    try { localStorage.setItem("partwise-theme", root.dataset.theme); } catch (error) { /* as above */ }
    name();
  });
  preferred.addEventListener("change", name);
  button.hidden = false;
  name();

  // Narrow windows show a row as a list: cells say their heading, and tables stay tables.
  const stack = (table, heads) => {
    table.classList.add("stacked");
    table.setAttribute("role", "table");
    [table.tHead, ...table.tBodies].forEach((part) => part.setAttribute("role", "rowgroup"));
    [...table.rows].forEach((row) => {
      row.setAttribute("role", "row");
      [...row.cells].forEach((cell, column) => {
        cell.setAttribute("role", { col: "columnheader", row: "rowheader" }[cell.scope] || "cell");
        if (cell.tagName === "TD") cell.dataset.label = heads[column].dataset.label || heads[column].textContent;
      });
    });
  };

  // Sorting: a click on a heading, best or first one first; cells carry their value in data-v.
  const compare = (a, b) => {
    if (a === "" || b === "") return (a === "") - (b === "");
    const x = Number(a), y = Number(b);
    return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, undefined, { numeric: true }) : x - y;
  };
  document.querySelectorAll("table").forEach((table) => {
    const heads = [...table.tHead.rows[0].cells];
    stack(table, heads);
    if (table.classList.contains("sortable")) heads.forEach((head, column) => {
      const trigger = document.createElement("button");
      trigger.type = "button";
      trigger.append(...head.childNodes);
      head.append(trigger);
      trigger.addEventListener("click", () => {
        const first = head.dataset.first || "ascending";
        const other = first === "ascending" ? "descending" : "ascending";
        const order = head.getAttribute("aria-sort") === first ? other : first;
        heads.forEach((each) => each.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", order);
        const value = (row) => { const cell = row.cells[column]; return "v" in cell.dataset ? cell.dataset.v : cell.textContent.trim(); };
        const sign = order === "ascending" ? 1 : -1;
        const body = table.tBodies[0];
        [...body.rows].sort((p, q) => {
          const a = value(p), b = value(q);
          return a === "" || b === "" ? compare(a, b) : sign * compare(a, b);
        }).forEach((row) => body.append(row));
      });
    });
  });

  // Tooltips: marks of charts say in aria-label what they show, cells in data-tip.
  const tip = document.getElementById("tip");
  const told = (node) => node.dataset && node.dataset.tip ? node.dataset.tip : node.getAttribute("aria-label");
  const show = (node, x, y) => {
    tip.textContent = told(node);
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    tip.style.left = Math.max(4, Math.min(x + 14, root.clientWidth - box.width - 6)) + "px";
    tip.style.top = (y + 18 + box.height > root.clientHeight ? Math.max(4, y - box.height - 10) : y + 16) + "px";
  };
  const showAt = (node, place) => { const box = place.getBoundingClientRect(); show(node, box.left + box.width / 2, box.bottom - 8); };
  const hide = () => { tip.hidden = true; };
  const target = (event) => event.target.closest ? event.target.closest("svg [aria-label], [data-tip]") : null;
  ["pointermove", "pointerdown"].forEach((type) => document.addEventListener(type, (event) => {
    const node = target(event);
    if (node) show(node, event.clientX, event.clientY); else hide();
  }));
  document.addEventListener("focusin", (event) => {
    const node = target(event);
    if (!node || !event.target.matches(":focus-visible")) return hide();
    showAt(node, event.target);
    if ("tip" in node.dataset) event.target.setAttribute("aria-describedby", "tip");
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("scroll", () => {
    const focused = document.activeElement, node = focused.closest("svg [aria-label], [data-tip]");
    if (!tip.hidden && node && focused.matches(":focus-visible")) showAt(node, focused); else hide();
  }, true);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });

  // Charts by keyboard: Tab enters a chart, arrows walk along its marks.
  document.querySelectorAll("figure svg").forEach((svg) => {
    const marks = [...svg.querySelectorAll("[aria-label]")];
    if (!marks.length) return;
    marks.forEach((mark) => mark.setAttribute("tabindex", "-1"));
    let place = -1;
    svg.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      place = (place + step + marks.length) % marks.length;
      marks[place].focus();
    });
  });
})();
