// The permission matrix: filters rows, counts unsaved changes and sends only what changed, so that two administrators
// do not undo each other and a large table stays below the server's limit of form fields.
"use strict";

const form = document.getElementById("permission-matrix");
const search = document.getElementById("matrix-search");
const pending = document.getElementById("matrix-pending");
const empty = document.getElementById("matrix-empty");
const selects = [...form.querySelectorAll("select.fl-effect")];

const initial = (select) => [...select.options].find((option) => option.defaultSelected)?.value ?? "";
const changed = (select) => select.value !== initial(select);

function showPending() {
  const count = selects.filter(changed).length;
  for (const select of selects) {
    select.dataset.effect = select.value;
    select.toggleAttribute("data-changed", changed(select));
  }
  if (pending) pending.textContent = count ? `${pending.dataset.some} ${count}` : pending.dataset.none;
}

function filterRows() {
  const wanted = search.value.trim().toLowerCase();
  let shown = 0;
  for (const body of form.querySelectorAll("tbody")) {
    let inBody = 0;
    for (const row of body.querySelectorAll("tr[data-search]")) {
      row.hidden = !row.dataset.search.includes(wanted);
      if (!row.hidden) inBody += 1;
    }
    body.hidden = inBody === 0;
    shown += inBody;
  }
  empty.hidden = shown > 0;
}

form.addEventListener("change", showPending);
form.addEventListener("reset", () => requestAnimationFrame(showPending));
form.addEventListener("formdata", (event) => {
  for (const select of selects) if (!changed(select)) event.formData.delete(select.name);
});
search.addEventListener("input", filterRows);
search.addEventListener("keydown", (event) => {
  if (event.key === "Enter") event.preventDefault();
});
window.addEventListener("pageshow", showPending);

// Sets one role's cells of all rows that the filter shows.
document.getElementById("matrix-bulk")?.addEventListener("click", () => {
  const role = document.getElementById("matrix-bulk-role").value;
  const effect = document.getElementById("matrix-bulk-effect").value;
  for (const select of selects) {
    const row = select.closest("tr");
    if (!row.hidden && select.name.split("|")[1] === role) select.value = effect;
  }
  showPending();
});

// Plain arrow keys change a select, so going from cell to cell takes Ctrl.
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
form.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  if (!step || !event.ctrlKey || !event.target.matches("select.fl-effect")) return;
  event.preventDefault();
  const rows = [...form.querySelectorAll("tr[data-search]")].filter((row) => !row.hidden);
  const cells = rows.map((row) => [...row.querySelectorAll("select.fl-effect")]);
  const line = cells.findIndex((row) => row.includes(event.target));
  cells[line + step[0]]?.[cells[line].indexOf(event.target) + step[1]]?.focus();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.matches("input, textarea, select")) return;
  event.preventDefault();
  search.focus();
});
keyBuffer.release();
