// Pages of django-unfold without a mouse: landmarks, and keys for what only takes a click.
"use strict";

addEventListener("load", () => {
  document.getElementById("main")?.setAttribute("role", "main");
  // Its bars for scrolling claim to be regions, all of one name.
  for (const part of document.querySelectorAll(".simplebar-content-wrapper")) part.removeAttribute("role");
  for (const part of document.querySelectorAll("[x-on\\:click]")) {
    if (part.matches("button, input, [href], #changelist-filter-close")) continue;
    part.setAttribute("role", "button");
    part.setAttribute("tabindex", "0");
  }
  document.getElementById("searchbar-submit")?.setAttribute("aria-label", document.getElementById("searchbar").placeholder);
});

addEventListener("keydown", (event) => {
  if (!["Enter", " "].includes(event.key) || !event.target.matches?.("[role=button][x-on\\:click]")) return;
  event.preventDefault();
  event.target.click();
});
