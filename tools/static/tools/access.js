// Pages of django-unfold without a mouse: landmarks, and keys for what only takes a click.
"use strict";

addEventListener("load", () => {
  document.getElementById("main")?.setAttribute("role", "main");
  // Its bars for scrolling claim to be regions, all of one English name.
  for (const part of document.querySelectorAll(".simplebar-content-wrapper"))
    for (const name of ["role", "aria-label"]) part.removeAttribute(name);
  for (const part of document.querySelectorAll("[x-on\\:click]")) {
    if (part.matches("button, input, [href], #changelist-filter-close")) continue;
    part.setAttribute("role", "button");
    part.setAttribute("tabindex", "0");
  }
  document.getElementById("searchbar-submit")?.setAttribute("aria-label", document.getElementById("searchbar").placeholder);
});

// On a phone each value has the head of its column beside it; CSS can begin every word with a capital, or none.
addEventListener("DOMContentLoaded", () => {
  for (const { dataset } of document.querySelectorAll("[data-label]"))
    dataset.label = dataset.label.charAt(0).toUpperCase() + dataset.label.slice(1);
});

// Lists that Django fills while one types are drawn when jQuery is ready, and take the names of their fields.
addEventListener("load", () => {
  window.django?.jQuery(() => {
    for (const field of document.querySelectorAll("select.select2-hidden-accessible"))
      for (const part of field.nextElementSibling.querySelectorAll("[role=combobox], [role=textbox]"))
        part.setAttribute("aria-label", field.labels[0]?.textContent.trim() ?? field.name);
  });
});

addEventListener("keydown", (event) => {
  if (!["Enter", " "].includes(event.key) || !event.target.matches?.("[role=button][x-on\\:click]")) return;
  event.preventDefault();
  event.target.click();
});
