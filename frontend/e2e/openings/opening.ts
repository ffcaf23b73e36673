/** A dialog, a menu or a panel, and how a person opens it. */

import type { Locator, Page } from "@playwright/test";
import { Editor } from "../screens/editor";

/** Data made for the test. */
export type Made = {
  workflow: string;
  triggered: string;
  run: string;
  /** The only run of its workflow, which has failed. */
  failed: string;
  table: string;
  agent: string;
  base: string;
};

export type Opening = {
  name: string;
  /** The file in `src` that draws it. */
  drawn: string;
  /** Address of the page. */
  address: (made: Made) => string;
  open: (page: Page) => Promise<void>;
  /** Dialogs and menus are found by their role. */
  frame?: (page: Page) => Locator;
  /** The field that takes what is typed; none: no key does anything. */
  field?: string;
  /** Requests of Enter where only one text is asked for, or of opening it. */
  stores?: RegExp;
  /** Width of the window, in pixels. */
  width?: number;
};

export const draft = ({ workflow }: Made) => `/workflows/${workflow}`;
export const at = (address: string) => () => address;

export const press = (name: string | RegExp) => async (page: Page) => {
  const button = page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
  await button.first().click();
};
export const choose = (menu: string, item: string) => async (page: Page) => {
  await press(menu)(page);
  await page.getByRole("menuitem", { name: item, exact: true }).click();
};
/** On the canvas, with a node selected if one is named. */
export const key = (keys: string, node?: string) => async (page: Page) => {
  const { canvas } = new Editor(page);
  if (node) await canvas.select(node);
  await page.keyboard.press(keys);
};
/** Loads the page again with another answer to a request that reads: what the server says only in rare states. */
export async function answer(page: Page, path: string, value: unknown): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    (route) => (route.request().method() === "GET" ? route.fulfill({ json: value }) : route.fallback()),
  );
  await page.reload();
}

export const panel = (name: string | RegExp) => (page: Page) =>
  page.getByRole("complementary", { name }).or(page.getByRole("region", { name }));
