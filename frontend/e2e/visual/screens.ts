/** Screens that an address alone leads to: the whole walk looks at all of them, the everyday gate at some. */

import { expect, type Locator, type Page, test } from "@playwright/test";
import { AGENT, type AgentScene } from "./agent-scene";
import type { Scene } from "./fixtures";
import { look } from "./look";
import type { Variant } from "./variants";

type Screen = {
  name: string;
  address: string;
  /** Visible once the screen has loaded. */
  content: (page: Page) => Locator;
  isEveryday?: boolean;
};

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const text = (shown: string) => (page: Page) => page.getByRole("main").getByText(shown).first();

export const runScreens = ({ workflow, listRun }: Scene): Screen[] => [
  {
    name: "editor",
    address: `/workflows/${workflow}`,
    content: (page) => page.locator("[data-id=ask]"),
    isEveryday: true,
  },
  {
    name: "run-container",
    address: `/runs/${listRun}`,
    content: (page) => page.locator("[data-id=end] [data-status=succeeded]"),
    isEveryday: true,
  },
];

/** `table` is the id of one. */
export const listScreens = (table: string): Screen[] => [
  {
    name: "home",
    address: "/",
    content: (page) => page.locator(".recharts-surface").last(),
    isEveryday: true,
  },
  {
    name: "list",
    address: "/workflows",
    content: (page) => page.getByRole("article").first(),
    isEveryday: true,
  },
  {
    name: "approvals",
    address: "/approvals",
    content: (page) => page.getByRole("article", { name: "查询" }).first(),
    isEveryday: true,
  },
  {
    name: "triggers",
    address: "/triggers",
    content: (page) => page.getByRole("row").filter({ hasText: "触发" }).first(),
    isEveryday: true,
  },
  { name: "tables", address: "/tables", content: text("客人名单") },
  {
    name: "table",
    address: `/tables/${table}`,
    content: (page) => page.getByRole("gridcell", { name: "王小明" }),
    isEveryday: true,
  },
  { name: "runs", address: "/runs", content: title },
  { name: "tools", address: "/tools?tab=catalogue", content: title, isEveryday: true },
  { name: "providers", address: "/settings/providers", content: title, isEveryday: true },
  { name: "credentials", address: "/settings/credentials", content: title },
  { name: "variables", address: "/settings/variables", content: title },
  { name: "alerts", address: "/settings/alerts", content: title },
  { name: "tokens", address: "/settings/tokens", content: title },
  { name: "appearance", address: "/settings/appearance", content: title },
  { name: "people", address: "/settings/people", content: (page) => page.getByRole("row").nth(1) },
  { name: "audit", address: "/settings/audit", content: title },
  {
    name: "permissions",
    address: "/settings/permissions",
    content: (page) => page.getByRole("grid"),
    isEveryday: true,
  },
  {
    name: "rules",
    address: "/settings/permissions?tab=rules",
    content: (page) => page.getByRole("switch").nth(1),
  },
];

export const agentScreens = ({ agent, workflow }: AgentScene): Screen[] => [
  { name: "agents", address: "/agents", content: (page) => page.getByRole("article").first() },
  { name: "agent", address: `/agents/${agent}`, content: text(AGENT), isEveryday: true },
  { name: "knowledge", address: "/knowledge", content: text("公交知识"), isEveryday: true },
  { name: "workflow-tests", address: `/workflows/${workflow}/tests`, content: title },
  { name: "evaluations", address: `/workflows/${workflow}/evaluations`, content: title },
];

/** Opens each screen once and looks at it in several variants. */
export async function lookAtEach(
  page: Page,
  screens: readonly Screen[],
  variants?: readonly Variant[],
): Promise<void> {
  for (const { name, address, content } of screens)
    await test.step(name, async () => {
      await page.goto(address);
      await expect(content(page)).toBeVisible();
      await look(page, name, { variants });
    });
}
