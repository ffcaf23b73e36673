/** Tasks of people on a phone: a form with a file, and an approval. */

import { approval, chain, end, start, withForm } from "../documents";
import { expect, test } from "../story";
import { Actions } from "./actions";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("a form with a file is sent from a phone", async ({ page, api }) => {
  const fields = [
    { name: "name", type: "text", title: "Name", required: true },
    { name: "route", type: "file", title: "Route", required: true },
  ];
  const document = chain({ ...start(), config: { fields } }, end({ name: "{{ inputs.name }}" }));
  const { id } = await api.createWorkflow({ name: "Routes", document: withForm(document) });
  await api.publish(id);
  await page.goto(await api.triggerAddress(id, "public"));
  const actions = new Actions(page);
  await actions.click(page.getByRole("textbox", { name: "Name" }));
  await actions.write("Ann");
  await actions.chooseFile(page.locator("input[type=file]"), {
    name: "route.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("left, then right"),
  });
  await actions.click(page.getByRole("button", { name: "Send" }));
  await expect
    .poll(async () => (await api.runCount(id)) === 1 && (await api.lastRun(id)).status)
    .toBe("succeeded");
  actions.report("form on a phone");
});

test("an approval is given on a phone", async ({ page, api }) => {
  const { id } = await api.createWorkflow({
    name: "Sign-off on the way",
    document: chain(
      start("topic"),
      approval("ask", "Sign-off on the way", { title: "Go?" }),
      end({ done: "yes" }),
    ),
  });
  const run = await api.startRun(id, { topic: "timetables" });
  await page.goto("/");
  const card = page.getByRole("article", { name: "Sign-off on the way" });
  const actions = new Actions(page);
  await actions.click(card.getByRole("button", { name: "Approve" }));
  await expect.poll(async () => (await api.run(run.id)).status).toBe("succeeded");
  actions.report("approval on a phone");
});
