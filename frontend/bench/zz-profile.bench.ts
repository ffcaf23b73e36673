import { writeFile } from "node:fs/promises";
import { Editor } from "../e2e/screens/editor";
import { test } from "../e2e/story";
import { workflowOf } from "./workflow";

test.use({ stage: "visual" });
test("profile keys", async ({ api, page }) => {
  const { id } = await api.createWorkflow({ name: `n`, document: workflowOf(5000) });
  const editor = new Editor(page);
  await page.goto(`/workflows/${id}`);
  await editor.canvas.card("Start").click();
  await editor.canvas.press("Escape");
  await editor.canvas.card("n0").dblclick();
  const field = editor.panel.root.getByRole("textbox", { name: "Text", exact: true });
  await field.click();
  const session = await page.context().newCDPSession(page);
  await session.send("Profiler.enable");
  await session.send("Profiler.setSamplingInterval", { interval: 500 });
  await session.send("Profiler.start");
  await page.keyboard.type("warp and weft warp and weft ", { delay: 300 });
  const { profile } = await session.send("Profiler.stop");
  await writeFile("/tmp/keys.cpuprofile", JSON.stringify(profile));
});
