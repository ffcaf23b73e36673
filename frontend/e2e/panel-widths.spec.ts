/** The administrator's panel on a phone, a tablet and a desk: no page of it is wider than the window. */

import { chain, end, heldTool, httpTool, start } from "./documents";
import { AdminPanel } from "./screens/admin";
import { Gate } from "./services/gate";
import { expect, test } from "./story";

test.use({ stage: "approvals" });

const WIDTHS = [1440, 1024, 390];
const HEIGHT = 900;
/** A pasted name: long, without a break opportunity. */
const LONG = `yearly_report_${"of_all_departments_".repeat(4)}`;

test("every list and every form of the panel fits the window", async ({ page, api }) => {
  const admin = new AdminPanel(page);
  const gate = await Gate.start();
  await test.step("there is a row of everything, with a long name", async () => {
    const tool = await api.createTool(httpTool(LONG, `${gate.url}${LONG}`));
    const article = {
      tool: { id: "blog", type: "blog-save", name: "Blog", enabled: true, config: {} },
      arguments: { title: LONG, content: LONG },
    };
    const fetch = { tool: heldTool(tool), arguments: {} };
    const workflow = await api.createWorkflow({
      name: LONG,
      document: chain(
        start(),
        { key: "fetch", name: LONG, type: "tool", config: fetch },
        { key: "save", name: "Save", type: "tool", config: article },
        end({ done: "yes" }),
      ),
    });
    const { id } = await api.startRun(workflow.id);
    await expect.poll(async () => (await api.run(id)).status).toBe("succeeded");
    await api.createCredential(LONG, "planted-key-7");
    await api.rule("ask", `host:${LONG.replaceAll("_", "-").slice(0, 60)}x.example.com`, workflow.id);
    await api.createProvider({
      name: LONG,
      preset: "custom-openai",
      base_url: `${gate.url}${LONG}`,
      default_model: LONG,
    });
    await admin.createModelProfile(LONG);
    await admin.createRole(LONG);
    await admin.createPerson({ username: "an", password: "through the loom 4" }, LONG);
    await admin.openData("an", `${LONG}${LONG}`);
    await gate.stop();
  });

  const pages = await admin.pages();
  expect(pages.withoutRows, "lists without a row whose form could be opened").toEqual([]);
  const wide: string[] = [];
  for (const address of pages.addresses) {
    await page.setViewportSize({ width: 1440, height: HEIGHT });
    await page.goto(address);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      const beyond = await page.evaluate(() =>
        [
          document.documentElement,
          ...document.querySelectorAll("fieldset, #result_list td, #result_list th"),
        ].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      );
      if (Math.max(...beyond) > 0) wide.push(`${address} at ${width}: ${Math.max(...beyond)} pixels`);
    }
  }
  expect(wide, "pages and groups of fields that are wider than their place").toEqual([]);
});
