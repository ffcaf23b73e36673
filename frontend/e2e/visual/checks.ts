/** Automated layout checks of a page. */

import { expect, type Page } from "@playwright/test";
import { FLAT_PX } from "./variants";

/** Main parts of a screen, none of which overlap. */
const FRAME = {
  rail: "nav",
  bar: "main header",
  canvas: ".react-flow",
  tools: ".fl-tools",
  panel: "main aside",
  dock: "main section:has(> div [role=tab]):not(:has(> header))",
};

/** Below this width the panel is a drawer over the canvas, which keeps its content clear of it. */
const NARROW_PX = 1180;

/** Words of ours that have a Chinese form everywhere. Names of products, formats and units have none, nor have paths. */
const ENGLISH =
  /\b(Account|Add|Administration|Allow|Allowed|Arguments|Cancel|Canvas|Close|Copy|Debug|Delete|Denied|Deny|Edit|Failed|Finished|Import|Inherit|Input|Inputs|Language|Loading|Mode|Model|Name|Never|New|Node|Nodes|None|Outcome|Output|Permissions|Problems|Prompt|Provider|Providers|Publish|Queued|Result|Run|Running|Runs|Save|Saved|Search|Select|Settings|Show|Started|Status|Stop|Succeeded|Test|Theme|Tokens|Tool|Tools|Trace|Undo|Value|Version|Workflow|Workflows|Zoom|and|fields?|items?|nodes?|tokens?)\b(?!\.)/g;

/** Keys such as `finishReason` and `form_trigger`, codes, stored milliseconds and counts without a plural. */
const INTERNAL =
  /\b(?!kB\b)[a-z][a-z0-9]*[A-Z]\w*|\b[A-Za-z][A-Za-z0-9]*_\w+|\bkb:\w+|\b\d{4,} ?(?:ms|毫秒)|· \d{4}$|\(s\)|\b1 days\b|\b[Ee]mpty: |留空[:：]/g;

/** Places of values and of what a person copies. */
const VALUES = "code, pre, textarea, .cm-editor, .material-symbols-outlined, #result_list, [translate=no]";
/** Words between quotation marks, addresses, JSON in a sentence, and the placeholder of a token. */
const QUOTED = /“[^”]*”|https?:\/\/\S+|\{".*|YOUR_TOKEN/gs;
/** Words of services with pages in English only. */
const FOREIGN = /“Add new application”/g;

/** One pixel is left to rounding. */
const SLACK = 1;

export async function expectNoOverflow(page: Page): Promise<void> {
  const beyond = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("main, [role=dialog]")].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );
  expect
    .soft(Math.max(...beyond), "pixels beyond the edge of the window or of a dialog")
    .toBeLessThanOrEqual(0);
}

export async function expectNothingOverlaps(page: Page): Promise<void> {
  const boxes = await page.evaluate(
    (parts) =>
      Object.entries(parts).flatMap(([part, selector]) =>
        [...document.querySelectorAll(selector)].slice(0, 1).flatMap((element) => {
          if (!element.checkVisibility({ visibilityProperty: true })) return [];
          const { left, top, right, bottom } = element.getBoundingClientRect();
          return [{ part, left, top, right, bottom }];
        }),
      ),
    FRAME,
  );
  const overlaps = boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter(
        (other) =>
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK &&
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK,
      )
      .map((other) => `${one.part} and ${other.part}`),
  );
  const { width = 0 } = page.viewportSize() ?? {};
  const meant = [
    "canvas and tools",
    ...(width <= NARROW_PX ? ["canvas and panel"] : []),
    // The page of a run scrolls there; the rail stays at the bottom.
    ...(width <= FLAT_PX ? ["rail and canvas", "rail and panel"] : []),
  ];
  expect
    .soft(
      overlaps.filter((pair) => !meant.includes(pair)),
      "parts of the frame that lie over each other",
    )
    .toEqual([]);
}

/** Content of the canvas, and elements that must not cover it. */
const COVERS = [
  [".react-flow__node.selected", "main aside"],
  [".react-flow__node:not(.react-flow__node-frame)", ".fl-map"],
] as const;

/** Cards move out of the way in the frames after a change. */
export async function expectNoCardCovered(page: Page): Promise<void> {
  const covered = () =>
    page.evaluate(
      (pairs) =>
        pairs.flatMap(([cards, cover]) => {
          const over = document.querySelector(cover);
          if (!over?.checkVisibility()) return [];
          const { left, top, right, bottom } = over.getBoundingClientRect();
          return [...document.querySelectorAll<HTMLElement>(cards)]
            .filter((card) => {
              const box = card.getBoundingClientRect();
              return box.right > left && box.left < right && box.bottom > top && box.top < bottom;
            })
            .map((card) => `${card.dataset.id} under ${cover}`);
        }),
      COVERS,
    );
  await expect.poll(covered, "cards that something lies over").toEqual([]);
}

/** Looks for words that end at an edge without a sign that there is more. */
export async function expectNothingCutOff(page: Page): Promise<void> {
  const cut = await page.evaluate((slack) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const hasText = [...element.childNodes].some(
        (child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim(),
      );
      if (!hasText || !element.checkVisibility({ opacityProperty: true })) continue;
      const { overflowX, textOverflow, whiteSpace } = getComputedStyle(element);
      // What is one pixel wide is for screen readers only.
      const isWider = element.scrollWidth - element.clientWidth > slack && element.clientWidth > 1;
      const ends = overflowX === "hidden" || overflowX === "clip";
      if (isWider && ends && textOverflow === "clip" && whiteSpace !== "pre") {
        found.push((element.textContent ?? "").slice(0, 60));
      }
    }
    return found;
  }, SLACK);
  expect.soft(cut, "texts that are cut off").toEqual([]);
}

/** Looks for lines of one character, one below the other: Chinese in a column that is too narrow. */
export async function expectNoTextOnEnd(page: Page): Promise<void> {
  const onEnd = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.trim() ?? "";
      const parent = walker.currentNode.parentElement;
      if (text.length < 3 || !parent?.checkVisibility({ opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const lines = [...range.getClientRects()];
      const one = 1.5 * Number.parseFloat(getComputedStyle(parent).fontSize);
      // What is one pixel wide is for screen readers only.
      if (lines.length > 2 && lines.every(({ width }) => width < one) && parent.clientWidth !== 1)
        found.push(text.slice(0, 60));
    }
    return found;
  });
  expect.soft(onEnd, "texts of one character in a line").toEqual([]);
}

/** Looks for what people would scroll to and fro for each line; a graph needs both dimensions (WCAG 1.4.10). */
export async function expectNothingScrollsBothWays(page: Page): Promise<void> {
  const found = await page.evaluate((slack) => {
    const scrolls = (way: string) => way === "auto" || way === "scroll";
    return [...document.querySelectorAll("body *")]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const isWider = scrolls(overflowX) && element.scrollWidth - element.clientWidth > slack;
        return isWider && scrolls(overflowY) && element.scrollHeight - element.clientHeight > slack;
      })
      .map((element) => element.outerHTML.slice(0, 160));
  }, SLACK);
  expect.soft(found, "what scrolls both ways").toEqual([]);
}

/** Looks for English in the texts that people see, hear or hover over. */
export async function expectInOneLanguage(page: Page): Promise<void> {
  // Cards show what people called their workflows.
  const english = (await textsOn(page, "article")).flatMap(
    (text) =>
      text
        .replace(FOREIGN, "")
        .match(ENGLISH)
        ?.map((word) => `${word} in “${text.slice(0, 80)}”`) ?? [],
  );
  expect.soft(english, "words that were not translated").toEqual([]);
}

/** A screen shows keys and codes of the schema behind it only where they are values to read or copy. */
export async function expectPlainWords(page: Page): Promise<void> {
  const internal = (await textsOn(page, VALUES)).flatMap(
    (text) =>
      text
        .replace(QUOTED, "")
        .match(INTERNAL)
        ?.map((word) => `${word} in “${text.slice(0, 80)}”`) ?? [],
  );
  expect.soft(internal, "words of the schema behind a screen").toEqual([]);
}

/** Texts on a page except in what `but` selects, and all tips, names and placeholders. */
async function textsOn(page: Page, but: string): Promise<string[]> {
  return page.evaluate((but) => {
    const spoken = ["aria-label", "title", "placeholder"];
    const attributes = [...document.querySelectorAll(spoken.map((name) => `body [${name}]`).join())]
      .filter((element) => !element.closest("[translate=no]"))
      .flatMap((element) => spoken.map((name) => element.getAttribute(name) ?? ""));
    const shown: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (parent?.checkVisibility() && !parent.closest(`${but}, script, style`)) {
        shown.push(walker.currentNode.textContent ?? "");
      }
    }
    return [document.title, ...shown, ...attributes];
  }, but);
}
