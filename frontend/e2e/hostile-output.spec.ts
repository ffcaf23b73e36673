/** Texts of models and services that want to act on the page that shows them. */

import { chain, end, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { RunPage } from "./screens/run-page";
import { expect, test } from "./story";

const OUTSIDE = "198.51.100.7";
const HOSTILE = `# Report

[a link](javascript:window.hacked=1) and [another](JaVaScRiPt&colon;window.hacked=1) and [data](data:text/html,<script>window.hacked=1</script>)

<img src=x onerror="window.hacked=1"> <svg onload="window.hacked=1"></svg> <iframe srcdoc="<script>parent.hacked=1</script>"></iframe>

![picture](http://${OUTSIDE}/steal?x=1)

Turned: \u202egnp.exe\u202c, half a letter \ufffd, nothing \u0001 and <a href="//${OUTSIDE}">out</a>

| ${"<b>".repeat(50)} | b |
|-|-|
| c | d |
`;

test("what a run gives is shown as text, and asks nobody outside", async ({ page, api }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(OUTSIDE)) asked.push(request.url());
  });
  const { id } = await api.createWorkflow({
    name: "Hostile output",
    document: chain(
      start(),
      // The text is in the template, so that a run by hand gives it too.
      template("report", "Report", `{% raw %}${HOSTILE}{% endraw %}`),
      end({ report: "{{ nodes.report.text }}" }),
    ),
  });
  const { id: runId } = await api.startRun(id);
  await expect.poll(async () => (await api.run(runId)).status).toBe("succeeded");
  const isHarmless = async () => {
    const found = await page.evaluate(() => ({
      hacked: Reflect.get(window, "hacked"),
      frames: document.querySelectorAll("iframe").length,
      links: Array.from(
        document.querySelectorAll("main a, aside a"),
        (link) => link.getAttribute("href") ?? "",
      ),
      handlers: document.querySelectorAll("[onerror], [onload], [onclick]").length,
    }));
    expect(found).toMatchObject({ hacked: undefined, frames: 0, handlers: 0 });
    expect(asked).toEqual([]);
    expect(found.links.filter((href) => /^\s*(javascript|data):/i.test(href))).toEqual([]);
  };

  await test.step("on the page of the run", async () => {
    const run = new RunPage(page);
    await run.open(runId);
    await run.canvas.select("Report");
    await expect(page.getByText("Turned:").first()).toBeVisible();
    await isHarmless();
  });

  await test.step("in the editor, beside the node and below the canvas", async () => {
    const editor = new Editor(page);
    await editor.open(id);
    await editor.runBar.run();
    await editor.runBar.expectStatus("Succeeded");
    await editor.canvas.select("Report");
    await editor.panel.show("Output");
    await expect(editor.panel.root.getByText("Turned:").first()).toBeVisible();
    await isHarmless();
  });

  await test.step("in the answer of an agent", async () => {
    const agent = await api.createAgent({ name: "Hostile", model: { offline_script: [{ text: HOSTILE }] } });
    await page.goto(`/agents/${agent.slug}/chat`);
    await page.getByRole("textbox", { name: "Message" }).fill("Report");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Regenerate" })).toBeVisible();
    await expect(page.getByRole("article").getByText("Turned:")).toBeVisible();
    await isHarmless();
  });
});
