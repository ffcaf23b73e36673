/** Two editors of one graph, each with 10 edits a second; writes its figures as JSON to the file that TOGETHER_FIGURES names. */

import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { Api } from "../e2e/api";
import { chain, start, template } from "../e2e/documents";
import { Editor } from "../e2e/screens/editor";
import { expect, test } from "../e2e/story";
import { spread, watchFrames } from "./gestures";
import { SIZE } from "./size";

const EVERY_MS = 100;
const LIMIT_MS = 20_000;
const FIGURES = process.env.TOGETHER_FIGURES ?? "test-results/together-figures.json";
const MAI = { username: "mai", password: "shuttle and loom 8" };

test.use({ stage: "visual" });

test("two editors at 10 edits a second each", async ({ page, visitor, api }) => {
  const document = chain(start(), template("one", "one", "-"), template("two", "two", "-"));
  const { id } = await api.createWorkflow({ name: "Ten a second", document });
  await new Api(visitor.context().request).setUp(await api.invite(MAI.username), MAI);
  await api.addEditor(id, MAI.username, new Api(visitor.context().request));
  const [mine, theirs] = [new Editor(page), new Editor(visitor)];
  await mine.open(id);
  await theirs.open(id);
  // Each writes in the one node and sees the first line of the other on its card.
  await noteCard(page, "two");
  await noteCard(visitor, "one");
  const frames = [await watchFrames(page), await watchFrames(visitor)];
  const written = await Promise.all([write(mine, "one"), write(theirs, "two")]);
  await mine.expectSaved();
  await theirs.expectSaved();
  const last = String(SIZE.edits - 1);
  await expect(mine.canvas.card("two")).toContainText(last);
  await expect(theirs.canvas.card("one")).toContainText(last);
  const stored = await api.graph(id);
  const texts = ["one", "two"].map((key) => stored.nodes.find((node) => node.key === key)?.config);
  expect(texts).toEqual([{ template: last }, { template: last }]);
  const seen = await Promise.all([arrivals(visitor), arrivals(page)]);
  const delays = written.flatMap((times, at) => delaysOf(times, seen[at] ?? []));
  const [first, second] = await Promise.all(frames.map((end) => end()));
  await writeFile(
    FIGURES,
    JSON.stringify({ edits: 2 * SIZE.edits, seen_after: spread(delays), frames: [first, second] }),
  );
});

/** Replaces the text of a node with a number again and again, by the keys; returns when each number was complete. */
async function write({ page, panel }: Editor, key: string): Promise<number[]> {
  await panel.open(key);
  const field = page.locator("[data-field=template] .cm-content");
  const times: number[] = [];
  const began = performance.now();
  for (let edit = 0; edit < SIZE.edits; edit += 1) {
    await field.fill(String(edit));
    times.push(Date.now());
    const wait = began + (edit + 1) * EVERY_MS - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }
  expect(performance.now() - began, "ten edits a second").toBeLessThan(LIMIT_MS);
  return times;
}

/** Notes when each text appears on a card. The browser's clock is this machine's, as is the test's. */
async function noteCard(page: Page, node: string): Promise<void> {
  await page.evaluate((key) => {
    const card = document.querySelector(`.react-flow__node[data-id="${key}"]`);
    if (!card) throw new Error(`${key} is not drawn`);
    const seen: { text: string; at: number }[] = [];
    new MutationObserver(() => {
      const text = card.querySelector(".fl-card-line")?.textContent ?? "";
      if (seen.at(-1)?.text !== text) seen.push({ text, at: Date.now() });
    }).observe(card, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { cardTexts: seen });
  }, node);
}

type Arrival = { text: string; at: number };

function arrivals(page: Page): Promise<Arrival[]> {
  return page.evaluate<Arrival[]>("window.cardTexts");
}

/** From an edit to the first moment at which the other's screen shows it or a later one: several are saved at once. */
function delaysOf(written: readonly number[], seen: readonly Arrival[]): number[] {
  return written.map((at, edit) => {
    const shown = seen.find(({ text }) => Number(text) >= edit);
    if (!shown) throw new Error(`edit ${edit} never appeared`);
    return Math.max(0, shown.at - at);
  });
}
