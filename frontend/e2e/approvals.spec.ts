/** Runs that wait for a person: asked on a screen, at the node, in the dock and beside the run, answered once. */

import { approval, chain, end, fetching, form, start, template } from "./documents";
import { Approvals } from "./screens/approvals";
import { Editor } from "./screens/editor";
import { RunPage } from "./screens/run-page";
import { Gate } from "./services/gate";
import { expect, test } from "./story";
import { expectAccessible } from "./visual/accessible";

test.use({ stage: "approvals" });

test("an approval is found by its count, answered with a comment, and told in the run", {
  tag: "@smoke",
}, async ({ page, api }) => {
  const workflow = await api.createWorkflow({
    name: "Sign-off",
    document: chain(
      start("topic"),
      approval("ask", "Sign-off", {
        title: "Publish {{ inputs.topic }}?",
        message: "Read **all** of it first.",
      }),
      template("say", "Message", "Out: {{ nodes.ask.comment }}"),
      end({ text: "{{ nodes.say.text }}" }),
    ),
  });
  const { id } = await api.startRun(workflow.id, { topic: "buses" });
  const approvals = new Approvals(page);
  const run = new RunPage(page);

  await test.step("the run says that it waits, and why", async () => {
    await run.open(id);
    await expect(run.header).toContainText("Waiting");
    await expect(page.getByRole("heading", { name: "Why it has not finished" })).toBeVisible();
    await expect(approvals.card("Sign-off")).toContainText("Publish buses?");
  });

  await test.step("the count in the rail leads to it", async () => {
    await expect(approvals.link).toHaveAccessibleName("Approvals 1");
    await approvals.link.click();
    // The run page shows the same card until the screen has changed, a moment after the address.
    await expect(approvals.heading).toBeVisible();
    await expect(approvals.card("Sign-off").locator("strong")).toHaveText("all");
    await approvals.card("Sign-off").getByRole("textbox", { name: "Comment" }).fill("Well done");
    await approvals.decide("Sign-off", "Approve");
    await expect(page.getByText("Nothing is waiting for you")).toBeVisible();
    await expect(approvals.link).toHaveAccessibleName("Approvals");
  });

  await test.step("the run went on and tells who decided", async () => {
    await run.open(id);
    await expect(run.header).toContainText("Succeeded");
    await expect(run.trace.filter({ hasText: "linh answered “Approve”" })).toHaveCount(1);
    expect((await api.run(id)).output).toEqual({ text: "Out: Well done" });
  });

  await test.step("what was decided is kept", async () => {
    await page.goto("/approvals?status=done");
    await expect(approvals.card("Sign-off")).toContainText("Approved by linh — Well done");
  });
});

test("a question at its node is whole, whatever is around it", async ({ page, api }) => {
  const graph = chain(
    { ...start(), config: { fields: [] } },
    approval("ask", "Sign-off", { title: "Publish it?" }),
    template("after", "After", "x"),
  );
  // At the left, where the tools of the canvas are, with a card where the question appears.
  const nodes = graph.nodes.map((node, at) => ({ ...node, position: { x: 0, y: at * 180 } }));
  const workflow = await api.createWorkflow({ name: "Sign-off", document: { ...graph, nodes } });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  // The bar of a selected card is where the question appears, too.
  await editor.canvas.select("After");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const question = page.getByRole("region", { name: "Sign-off · Waiting for: Approval" });
  await expect(question.getByRole("button", { name: "Approve" })).toBeVisible();
  const coveredBy = () =>
    question.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const steps = Array.from({ length: 39 }, (_, step) => (step + 1) / 40);
      const points = steps.flatMap((x) =>
        steps.map((y) => document.elementFromPoint(left + x * width, top + y * height)),
      );
      const others = points.filter((point) => !point || !element.contains(point));
      return [...new Set(others.map((other) => other?.outerHTML ?? "out of sight"))];
    });
  await expect.poll(coveredBy).toEqual([]);
  await question.getByRole("button", { name: "Approve" }).click();
  await expect(question).toBeHidden();
});

test("a form is filled in below the canvas while the run waits", async ({ page, api }) => {
  const workflow = await api.createWorkflow({
    name: "Ask for a price",
    document: chain(
      { ...start(), config: { fields: [] } },
      form("ask", "Price", "What does it cost?", "price"),
      end({ price: "{{ nodes.ask.price }}" }),
    ),
  });
  const editor = new Editor(page);
  const approvals = new Approvals(page);
  await editor.open(workflow.id);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const card = editor.dock.root.getByRole("article", { name: "Price" });
  await expect(card).toContainText("What does it cost?");
  await expect(editor.canvas.card("Price").locator("[data-status]")).toHaveAttribute(
    "data-status",
    "waiting",
  );

  const field = card.getByRole("textbox", { name: "price" });
  await field.fill("");
  await approvals.decide("Price", "Submit");
  await expect(card).toContainText("This field is required.");
  await field.fill("12 yuan");
  await approvals.decide("Price", "Submit");
  await expect(card).toBeHidden();
  await expect(editor.canvas.card("Price").locator("[data-status]")).toHaveAttribute(
    "data-status",
    "succeeded",
  );
  expect((await api.lastRun(workflow.id)).output).toEqual({ price: "12 yuan" });
});

for (const width of [1440, 1024]) {
  test(`a long question is answered at its node, ${width} pixels wide`, async ({ page, api }) => {
    await page.setViewportSize({ width, height: 768 });
    const message = "Read every line of it before you decide.\n\n".repeat(30);
    const { id } = await api.createWorkflow({
      name: "Asked at the node",
      document: chain(
        { ...start(), config: { fields: [] } },
        approval("ask", "Sign-off", { title: "Publish?", message }),
        end({ text: "{{ nodes.ask.comment }}" }),
      ),
    });
    const editor = new Editor(page);
    await editor.open(id);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const question = editor.canvas.area.getByRole("region", { name: "Sign-off · Waiting for: Approval" });
    const approve = question.getByRole("button", { name: "Approve" });
    // In sight without a scroll, above the dock and in it.
    await expect(approve).toBeInViewport({ ratio: 1 });
    await expect(question).toBeInViewport({ ratio: 1 });
    await expect(editor.dock.root.getByRole("button", { name: "Approve" })).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await question.getByRole("textbox", { name: "Comment" }).fill("Fine, then");
    await approve.click();
    await expect(question).toBeHidden();
    await editor.runBar.expectStatus("Succeeded");
    expect((await api.lastRun(id)).output).toEqual({ text: "Fine, then" });
  });
}

test("a call that a rule asks about goes out with the arguments that a person has changed", async ({
  page,
  api,
}) => {
  const gate = await Gate.start();
  const document = fetching(`${gate.url}orders?limit=1000`);
  const workflow = await api.createWorkflow({ name: "Ask first", document });
  await api.rule("ask", "http_request", workflow.id);
  const { id } = await api.startRun(workflow.id, { topic: "orders" });
  const approvals = new Approvals(page);
  const run = new RunPage(page);

  await test.step("nothing is sent before somebody has decided", async () => {
    await run.open(id);
    await expect(run.header).toContainText("Waiting");
    expect(gate.calls).toBe(0);
  });

  await test.step("the inbox shows the arguments, and takes others in their place", async () => {
    await approvals.link.click();
    // As above: the card of the run page goes away, and with it what is typed into it.
    await expect(approvals.heading).toBeVisible();
    const args = approvals.card("Fetch").getByRole("textbox", { name: "Arguments (JSON)" });
    await expect(args).toHaveValue(/limit=/);
    await args.fill("{");
    await expect(approvals.card("Fetch").getByRole("button", { name: "Approve" })).toBeDisabled();
    await args.fill(JSON.stringify({ url: `${gate.url}orders?limit=10`, method: "GET", body: null }));
    await approvals.decide("Fetch", "Approve");
    await expect(approvals.card("Fetch")).toBeHidden();
  });

  await test.step("the run goes on with them", async () => {
    await run.open(id);
    await expect(run.header).toContainText("Succeeded");
    expect([gate.calls, gate.lastPath]).toEqual([1, "/orders?limit=10"]);
    const [call] = (await api.invocations(id)).filter(({ success }) => success);
    expect(JSON.stringify(call?.arguments)).not.toContain("1000");
  });
  await gate.stop();
});
