/** Actions on a finished run: continue from a node, compare two runs. */

import { chain, end, start, template } from "./documents";
import { RunPage } from "./screens/run-page";
import { expect, test } from "./story";

test("a run goes on from a node with another input, and is put beside the first one", async ({
  page,
  api,
}) => {
  const workflow = await api.createWorkflow({
    name: "Greet",
    document: chain(
      start("name"),
      template("first", "Salutation", "Dear"),
      template("hello", "Greeting", "{{ nodes.first.text }} {{ inputs.name }}"),
      end({ text: "{{ nodes.hello.text }}" }),
    ),
  });
  const { id } = await api.startRun(workflow.id, { name: "Ada" });
  const run = new RunPage(page);
  await run.open(id);
  await expect(run.header).toContainText("Succeeded");
  await run.canvas.select("Greeting");
  await page.getByRole("button", { name: "Run from here" }).click();
  const dialog = page.getByRole("dialog", { name: "Run again from “Greeting”" });
  await dialog.getByRole("textbox", { name: "Run inputs" }).fill('{"name": "Grace"}');
  await dialog.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/runs/") && !url.pathname.includes(id));
  await expect(run.header).toContainText("Succeeded");
  const forked = await api.lastRun(workflow.id);
  expect(forked).toMatchObject({ output: { text: "Dear Grace" }, forked_from: id });

  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("menuitem", { name: "Source run" }).click();
  const greeting = page.getByRole("row", { name: /^Greeting/ });
  await expect(greeting).toContainText("1 difference");
  await greeting.getByRole("button").click();
  const words = page.getByRole("cell", { name: /^Dear/ });
  await expect(words.getByRole("deletion")).toHaveText("Ada");
  await expect(words.getByRole("insertion")).toHaveText("Grace");
  await expect(page.getByRole("row", { name: /^Salutation/ })).toContainText("Same");
});

test("a stored run is seen whole, and shows the step that is looked at when the window is made narrower", async ({
  page,
  api,
}) => {
  const workflow = await api.createWorkflow({
    name: "Long way",
    document: chain(
      start(),
      ...["one", "two", "three", "four"].map((key) => template(key, `Step ${key}`, key)),
      end({ text: "{{ nodes.four.text }}" }),
    ),
  });
  const { id } = await api.startRun(workflow.id, {});
  const run = new RunPage(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await run.open(id);
  for (const name of ["Start", "Step one", "Step four", "End"])
    await expect(run.canvas.card(name)).toBeInViewport({ ratio: 0.99 });
  const zoom = await run.canvas.zoom();
  await run.trace.filter({ hasText: "Step four" }).click();
  await expect(run.canvas.card("Step four")).toBeInViewport({ ratio: 0.99 });
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(run.canvas.card("Step four")).toBeInViewport({ ratio: 0.99 });
  await expect.poll(() => run.canvas.zoom()).toBe(zoom);
});
