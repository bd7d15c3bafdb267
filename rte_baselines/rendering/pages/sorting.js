// Sorts the tables whose header has a class of that name. Without the script, headers are text.
"use strict";
(() => {
  const collator = new Intl.Collator("en", { numeric: true });

  const MISSING = "-";
  const text = (cell) => cell.textContent.trim();

  // The number at the beginning of a cell: below it may stand its interval. Names, in headers of
  // rows, are numbers only as a whole.
  const numberOf = (cell) => {
    const pattern = cell.tagName === "TH" ? /^\(?([\u2212]?\d+)\)?$/ : /^[(<]*([\u2212]?(?:\d+\.?\d*|\.\d+))/;
    const found = pattern.exec(text(cell));
    return found && Number(found[1].replace("\u2212", "-"));
  };

  // Cells without a value come last, whatever the direction.
  const compared = (column, sign) => (one, other) => {
    const [a, b] = [one.cells[column], other.cells[column]];
    const missing = (text(a) === MISSING) - (text(b) === MISSING);
    if (missing) return missing;
    const [x, y] = [numberOf(a), numberOf(b)];
    return sign * (x !== null && y !== null ? x - y : collator.compare(text(a), text(b)));
  };

  const sort = (table, column, direction) => {
    const heads = table.tHead.rows[0].cells;
    for (const head of heads) head.removeAttribute("aria-sort");
    heads[column].setAttribute("aria-sort", direction);
    const order = compared(column, direction === "ascending" ? 1 : -1);
    // Runs and trivial systems are bodies of their own, and are sorted apart.
    for (const body of table.tBodies) body.append(...[...body.rows].sort(order));
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...head.childNodes);
      head.append(button);
      const isKey = head.classList.contains("key");
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort");
        // Names begin with the first, scores with the highest.
        const first = isKey ? "ascending" : "descending";
        const second = isKey ? "descending" : "ascending";
        sort(table, column, now === first ? second : first);
      });
    });
  }
})();
