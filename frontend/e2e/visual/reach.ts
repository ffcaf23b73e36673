/** Checks that everything clickable on a page is uncovered and reachable by scrolling. */

import { expect, type Page } from "@playwright/test";
import { FLAT_PX } from "./variants";

const CLICKABLE = [
  // A link into the page itself is drawn once it has the focus.
  "a[href]:not([href^='#'])",
  ...["button", "input", "select", "textarea"].map((tag) => `${tag}:not(:disabled)`),
  ...["tab", "option", "menuitem", "switch"].map((role) => `[role=${role}]`),
  "[contenteditable=true]",
].join();

/** Intentional overlays; while one is open, only its content counts. */
const OVERLAY = "[role=dialog], [role=menu], [role=listbox]";

/** People pan the canvas, and the bar of the selected nodes goes with it. */
const ELSEWHERE = ".react-flow__viewport, .react-flow__attribution, .fl-selection-bar";

export async function expectEverythingInReach(page: Page): Promise<void> {
  const found = () =>
    page.evaluate(
      ([clickable, overlay, elsewhere, flat]) => {
        const isSeen = (element: Element) =>
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
          element.getBoundingClientRect().width > 1;
        /** A switch or a radio button is a hidden field with a label that is drawn. */
        const drawn = (element: Element) =>
          isSeen(element)
            ? element
            : element instanceof HTMLInputElement && [...(element.labels ?? [])].find(isSeen);
        const parents = (element: Element | null): Element[] =>
          element ? [element, ...parents(element.parentElement)] : [];
        const scrolled = [...document.querySelectorAll("*")]
          .filter(({ scrollTop, scrollLeft }) => scrollTop || scrollLeft)
          .map((element) => [element, element.scrollTop, element.scrollLeft] as const);

        /** Why a click into the middle or near an edge of an element goes astray; empty when none does. */
        const trouble = (element: Element): string => {
          element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
          const all = parents(element);
          for (const parent of all) {
            const { overflowX } = getComputedStyle(parent);
            if (parent.scrollLeft === 0 || overflowX === "auto" || overflowX === "scroll") continue;
            if (parent.scrollWidth - parent.clientWidth <= 1 || parent.matches("input, textarea")) continue;
            parent.scrollLeft = 0;
            return "is out of reach";
          }
          const [box] = element.getClientRects();
          if (!box) return "";
          const middle = box.top + box.height / 2;
          const inset = Math.min(3, box.width / 4);
          const misses = [box.left + inset, box.left + box.width / 2, box.right - inset].flatMap((x) => {
            const hit = document.elementFromPoint(x, middle);
            if (!hit) return ["the edge of the window"];
            const field = element.closest("[class*=Input-wrapper]");
            const isMet =
              [element, field].some((one) => one?.contains(hit)) || hit.closest("label")?.contains(element);
            // In one column there is nothing beside what a toast lies over; it goes by itself, and can be closed.
            if (innerWidth <= flat && hit.closest("[class*=Notifications-root]")) return [];
            // A link over a whole card leaves room for buttons of its own.
            return isMet ||
              hit.closest(clickable)?.parentElement?.closest("article, li, tr")?.contains(element)
              ? []
              : [`<${hit.tagName.toLowerCase()} class="${hit.getAttribute("class") ?? ""}">`];
          });
          return misses.length > 0 ? `is covered by ${[...new Set(misses)].join(" and ")}` : "";
        };

        const overlays = [...document.querySelectorAll(overlay)].filter(isSeen);
        const from: (Document | Element)[] = overlays.length > 0 ? overlays : [document];
        const troubles = from
          .flatMap((root) => [...root.querySelectorAll(clickable)])
          .filter((element) => !element.closest(elsewhere) && !element.closest("[inert], [aria-hidden=true]"))
          .flatMap((element) => {
            const target = drawn(element);
            if (!target) return [];
            const why = trouble(target);
            const name = element.getAttribute("aria-label") ?? target.textContent?.slice(0, 40) ?? "";
            return why ? [`<${element.tagName.toLowerCase()}> “${name}” ${why}`] : [];
          });
        for (const element of document.querySelectorAll("*")) {
          if (element.scrollTop) element.scrollTop = 0;
          if (element.scrollLeft) element.scrollLeft = 0;
        }
        for (const [element, top, left] of scrolled) element.scrollTo({ top, left, behavior: "instant" });
        return troubles;
      },
      [CLICKABLE, OVERLAY, ELSEWHERE, FLAT_PX] as const,
    );
  // A toast lies over something for some seconds.
  await expect
    .configure({ soft: true })
    .poll(found, { message: "what cannot be clicked", timeout: 15_000 })
    .toEqual([]);
}
