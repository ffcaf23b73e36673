/** Every screen at two widths, in both themes and both languages: whole, in place, and in one language. */

import type { Page } from "@playwright/test";
import { ai, chain, end, heldTool, httpTool, start, template } from "./documents";
import { expectInOneLanguage, expectNoOverflow, expectNothingCutOff, expectNothingOverlaps } from "./looks";
import { Gate } from "./services/gate";
import { expect, test } from "./story";

// What other stories leave behind has English names.
test.use({ stage: "own" });

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
];
const THEMES = ["light", "dark"] as const;
const LANGUAGES = [
  { language: "en", locale: "en-US" },
  { language: "zh", locale: "zh-CN" },
] as const;

/** What people write stands in Chinese, so that every English word is one of ours. */
const PROMPT = "请介绍城市电动公交。";

for (const viewport of SIZES) {
  for (const colorScheme of THEMES) {
    for (const { language, locale } of LANGUAGES) {
      const look = `${viewport.width}-${colorScheme}-${language}`;
      test.describe(look, () => {
        test.use({ viewport, colorScheme, locale });

        test("every screen is whole", async ({ page, api }) => {
          const see = (screen: string) => check(page, language, `${look}-${screen}`);
          const gate = await Gate.start();
          const tool = await api.createTool(httpTool("闸门", gate.url));
          const workflow = await api.createWorkflow({
            name: `公交 ${look}`,
            description: "看一看。",
            document: chain(
              { ...start("主题"), name: "开始节点" },
              ai("ask", "提问", {
                userPrompt: PROMPT,
                tools: [heldTool(tool)],
                enabledTools: ["system:get_current_time"],
              }),
              template("note", "消息", "{{ nodes.ask.result }}"),
              { ...end({ 消息: "{{ nodes.note.text }}" }), name: "结束节点" },
            ),
          });

          await api.allow("http_request", workflow.id);

          await test.step("the list", async () => {
            await page.goto("/workflows");
            await expect(page.getByRole("article").first()).toBeVisible();
            await see("list");
          });

          await test.step("the editor at rest", async () => {
            await page.goto(`/workflows/${workflow.id}`);
            await expect(page.locator("[data-id=ask]")).toBeVisible();
            await see("editor");
          });

          gate.close();
          const { id: runId } = await api.startRun(workflow.id, { 主题: "公交" });
          await test.step("the editor while it runs", async () => {
            await page.goto(`/workflows/${workflow.id}`);
            await expect(page.locator("[data-id=ask] [data-status]")).toHaveAttribute(
              "data-status",
              "running",
            );
            await page.locator(".react-flow__node[data-id=ask]").click();
            await expect(page.locator("[data-field=userPrompt]")).toContainText(PROMPT);
            await expect(page.locator("ol > li")).not.toHaveCount(0);
            await see("editor-run");
          });
          gate.open();
          await expect(page.locator("[data-id=end] [data-status]")).toHaveAttribute(
            "data-status",
            "succeeded",
          );

          await test.step("the tabs of a node", async () => {
            const tabs = page.locator("aside").getByRole("tab");
            await tabs.nth(1).click();
            await expect(page.getByRole("switch", { name: "闸门" })).toBeVisible();
            await see("tools-tab");
            await tabs.nth(2).click();
            await expect(page.locator("aside .cm-content").first()).toBeVisible();
            await see("debug-tab");
            await tabs.nth(3).click();
            await expect(page.locator("aside p").first()).toBeVisible();
            await see("output-tab");
          });

          await test.step("the page of the run", async () => {
            await page.goto(`/runs/${runId}`);
            await expect(page.locator("ol > li").nth(5)).toBeVisible();
            await expect(page.locator("[data-id=end] [data-status]")).toBeVisible();
            await see("run");
          });

          for (const [screen, address] of Object.entries({
            runs: "/runs",
            tools: "/tools",
            providers: "/settings/providers",
            tokens: "/settings/tokens",
            matrix: "/admin/tools/toolpolicy/matrix/",
            rules: "/admin/tools/toolpolicy/",
            audit: "/admin/tools/toolinvocation/",
          })) {
            await test.step(screen, async () => {
              await page.goto(address);
              await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
              await expect(page.locator("[class*=Skeleton]")).toHaveCount(0);
              await see(screen);
            });
          }
          await gate.stop();
        });
      });
    }
  }
}

async function check(page: Page, language: "en" | "zh", name: string): Promise<void> {
  await page.screenshot({ path: `test-results/looks/${name}.png`, animations: "disabled" });
  await expectNoOverflow(page);
  await expectNothingOverlaps(page);
  await expectNothingCutOff(page);
  if (language === "zh") await expectInOneLanguage(page);
}
