/** Finds texts on a page that did not come through translation. */

import { expect, type Page } from "@playwright/test";

/** Parts of texts that are the same in every language, or that the browser writes, and why. */
const THE_SAME_EVERYWHERE: readonly RegExp[] = [
  /\bFlowloom\b/, // the product's name
  /^(English|Français|Deutsch)$/, // a language is listed under its own name
  /^linh$/, // the administrator of these tests
  /^((Ctrl|Shift)(\+\S)?|Alt|Tab|Enter|Esc|Escape|Delete|Backspace|Home|End|F\d+)$/, // keys, as keyboards show them
  /\b[A-Z][a-z]{2} \d{1,2}, \d{4}(, \d{1,2}:\d\d:\d\d\s[AP]M)?/, // a date, by Intl
  /^(yesterday|\d+ (second|minute|hour)s? ago)$/, // the same
  /\b\d+ (ms|min|KB|MB)\b/, // units
  /\{[\w.]+\}/g, // what a template refers to
  /^[\w-]+\.(txt|md|json|html)$/, // the name of a file
  /^(JSON|CSV)$/,
  /^[a-z]+-[\w.-]+$/, // the id of a model
  /^Start$| \(copy\)$/, // names that the server gave in the language of the request
  /^(kb|tool|agent|workflow|system|inline|mcp):\S*/, // an id that workflows and models use
  /^(https?:\/)?\/\S+$/, // an address
  /^Playwright\/.*/, // the browser that is signed in, in its own words
];

/** Users' texts, values and code; and a library's signature. */
const DATA =
  "script, style, code, pre, kbd, [translate=no], .cm-editor, [data-language], svg, [aria-hidden=true], .react-flow__attribution";

/** Texts in Latin letters that nobody wrapped, once the screen has loaded. What people wrote in these tests is Chinese. */
export async function expectNoEscapes(page: Page, doing = ""): Promise<void> {
  await expect(page.getByText("⟦").first()).toBeVisible();
  // What lies behind a dialog may wait for its answer.
  const dialog = page.getByRole("dialog").last();
  const shown = (await dialog.isVisible()) ? dialog : page;
  await expect(shown.locator("[class*=Skeleton-root]:visible, [class*=Loader-root]:visible")).toHaveCount(0);
  const found = await page.evaluate((data) => {
    /** Brackets that are open before an element begins. */
    const openBefore = new Map<Node, number>();
    let open = 0;
    /** True if a text is inside brackets that an enclosing element opens and closes. */
    const isWrapped = (text: Node): boolean => {
      let around = text.parentElement;
      for (let level = 0; around && level < 4; level += 1, around = around.parentElement)
        if (open > (openBefore.get(around) ?? 0)) return true;
      return false;
    };
    const bare = (text: string) => {
      let rest = text;
      for (let before = ""; before !== rest; ) {
        before = rest;
        rest = rest.replace(/⟦[^⟦⟧]*⟧/g, "");
      }
      return rest;
    };
    const texts: string[] = [bare(document.title)];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    openBefore.set(document.body, 0);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === Node.ELEMENT_NODE) {
        openBefore.set(node, open);
        continue;
      }
      const parent = node.parentElement;
      const text = node.textContent ?? "";
      if (parent?.checkVisibility() && !parent.closest(`${data}, textarea`) && !isWrapped(node))
        texts.push(bare(text));
      for (const sign of text) open += sign === "⟦" ? 1 : sign === "⟧" ? -1 : 0;
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      for (const element of document.querySelectorAll(`body [${name}]`)) {
        if (element.checkVisibility() && !element.closest(data))
          texts.push(bare(element.getAttribute(name) ?? ""));
      }
    }
    return texts;
  }, DATA);
  const escapes = found
    .map((text) => THE_SAME_EVERYWHERE.reduce((rest, same) => rest.replace(same, ""), text.trim()))
    .filter((text) => /[A-Za-z]{2}/.test(text));
  const where = `${new URL(page.url()).pathname} ${doing}`;
  expect.soft([...new Set(escapes)], `texts of ours that escaped translation at ${where}`).toEqual([]);
}
