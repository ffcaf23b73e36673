// One theme for the product and its panel: what is chosen in one of them holds in the other, too.
"use strict";

(() => {
  const PRODUCT = "flowloom-theme";
  const PANEL = "adminTheme";
  const root = document.documentElement;
  const chosen = () => localStorage.getItem(PRODUCT) ?? "auto";

  /** The tokens go by the attribute that the product has. */
  const paint = () => {
    root.dataset.mantineColorScheme = root.classList.contains("dark") ? "dark" : "light";
  };

  localStorage.setItem(PANEL, JSON.stringify(chosen()));
  new MutationObserver(paint).observe(root, { attributeFilter: ["class"] });
  paint();

  /** Alpine stores a choice a moment after it was made. */
  const keep = () => {
    const theme = JSON.parse(localStorage.getItem(PANEL));
    if (theme !== chosen()) localStorage.setItem(PRODUCT, theme);
  };
  for (const kind of ["click", "keydown"]) addEventListener(kind, () => setTimeout(keep));
  addEventListener("storage", ({ key }) => {
    if (key === PRODUCT) window.Alpine.$data(root).switchTheme(chosen());
  });
})();
