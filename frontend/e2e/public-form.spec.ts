/** A form that anybody can fill in: made live in few actions, sent once, answered on the same page, on a desk and a phone. */

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { JsonObject, WorkflowDocument } from "../src/api/types";
import type { Api } from "./api";
import { chain, end, form, start, template, withForm } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";
import { Actions } from "./tasks/actions";
import { expectAccessible } from "./visual/accessible";

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };
const TEXT = { name: "topic", type: "text", title: "Topic", required: true };
const COUNT = { name: "count", type: "integer", title: "How many", required: true, maximum: 3 };

const poem = () =>
  chain(
    { ...start(), config: { fields: [TEXT, COUNT] } },
    template("write", "Write", "**{{ inputs.count }}** × {{ inputs.topic }}"),
    end({ poem: "{{ nodes.write.text }}" }),
  );

/** A published form of a document: its address. */
async function published(api: Api, name: string, document: WorkflowDocument, config = {}) {
  const { id } = await api.createWorkflow({ name, document: withForm(document, config) });
  await api.publish(id);
  return { id, address: await api.triggerAddress(id, "public") };
}

async function expectFits(page: Page) {
  const beyond = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(beyond), "pixels beyond the right edge").toBe(0);
}

async function expectAccessibleInBoth(page: Page) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    await expectAccessible(page);
  }
}

test("a finished workflow is a live form after at most three actions", { tag: "@smoke" }, async ({
  page,
  api,
  visitor,
}) => {
  const { id } = await api.createWorkflow({ name: "Order a poem", document: poem() });
  const editor = new Editor(page);
  await editor.open(id);
  const actions = new Actions(page);
  await actions.click(page.getByRole("button", { name: "Publish", exact: true }));
  const dialog = page.getByRole("dialog");
  await actions.click(dialog.getByRole("button", { name: "Public form" }));
  await expect(dialog.getByRole("region", { name: "Triggers in this version" })).toContainText("goes live");
  await actions.click(dialog.getByRole("button", { name: "Publish", exact: true }));
  const done = page.getByRole("dialog", { name: "Published as version 1" });
  const address = await done.getByRole("link", { name: "Open" }).getAttribute("href");
  expect(actions.count).toBeLessThanOrEqual(3);

  await visitor.goto(address ?? "");
  await expect(visitor.getByRole("heading", { name: "Order a poem" })).toBeVisible();
  await done.getByRole("button", { name: "Done" }).click();
  await expect(page.locator(".fl-trigger")).toContainText("/forms/");
  await page.goto("/triggers");
  const row = page.getByRole("row").filter({ hasText: "Order a poem" });
  await expect(row.getByRole("link", { name: "Open" })).toHaveAttribute("href", address ?? "");
});

for (const viewport of [WIDE, PHONE])
  test(`a visitor fills it in and sees the result, ${viewport.width} pixels wide`, async ({
    api,
    visitor,
    watch,
  }) => {
    watch.allow(/console error: .*\b400\b/);
    const { id, address } = await published(api, "Poems", poem(), { accent: "#ffd400", button: "Write it" });
    await visitor.setViewportSize(viewport);
    await visitor.goto(address);
    await expect(visitor).toHaveTitle("Poems");
    const send = visitor.getByRole("button", { name: "Write it" });

    await test.step("what is missing or wrong is said at its field", async () => {
      await send.click();
      await expect(visitor.getByRole("textbox", { name: "Topic" })).toBeFocused();
      await expect(visitor.getByText("Fill this in.")).toHaveCount(2);
      await visitor.getByRole("textbox", { name: "Topic" }).fill("looms");
      await visitor.getByRole("textbox", { name: "How many" }).fill("7");
      await send.click();
      await expect(visitor.getByText("“How many” must be a whole number, at most 3.")).toBeVisible();
      await expectFits(visitor);
      await expectAccessibleInBoth(visitor);
    });

    await test.step("a double click starts one run, and its result comes by itself", async () => {
      await visitor.getByRole("textbox", { name: "How many" }).fill("2");
      await send.dblclick();
      await expect(visitor.getByText("2 × looms")).toBeVisible();
      await expect(visitor.locator("strong", { hasText: "2" })).toBeVisible();
      await expectFits(visitor);
      await expectAccessibleInBoth(visitor);
    });

    await test.step("a reload shows the same, and sends nothing", async () => {
      await visitor.reload();
      await expect(visitor.getByText("2 × looms")).toBeVisible();
      expect(await api.runCount(id)).toBe(1);
    });

    await test.step("another one is a run of its own", async () => {
      await visitor.getByRole("button", { name: "Send another" }).click();
      await visitor.getByRole("textbox", { name: "Topic" }).fill("shuttles");
      await visitor.getByRole("textbox", { name: "How many" }).fill("1");
      await visitor.getByRole("textbox", { name: "How many" }).press("Enter");
      await expect(visitor.getByText("1 × shuttles")).toBeVisible();
      expect(await api.runCount(id)).toBe(2);
    });
  });

test("a visitor gives a date, an address, several choices, a rating and a number within limits", async ({
  api,
  visitor,
  watch,
}) => {
  watch.allow(/console error: .*\b400\b/);
  const fields: JsonObject[] = [
    { name: "day", type: "date", title: "Arrival", required: true },
    { name: "mail", type: "email", title: "E-mail", required: true },
    {
      name: "meals",
      type: "choices",
      title: "Meals",
      options: ["Breakfast", "Lunch", "Dinner"],
      required: true,
    },
    { name: "stars", type: "rating", title: "Last stay", required: true },
    { name: "guests", type: "integer", title: "Guests", minimum: 1, maximum: 4, required: true },
  ];
  const stay = "{{ inputs.day }} {{ inputs.mail }} {{ inputs.meals }} {{ inputs.stars }} {{ inputs.guests }}";
  const document = chain(
    { ...start(), config: { fields } },
    template("write", "Write", stay),
    end({ stay: "{{ nodes.write.text }}" }),
  );
  const { id, address } = await published(api, "Stay", document);
  await visitor.setViewportSize(PHONE);
  await visitor.goto(address);
  const send = visitor.getByRole("button", { name: "Send" });

  await test.step("what is missing is said at its field", async () => {
    await send.click();
    await expect(visitor.getByText("Fill this in.")).toHaveCount(5);
    await expectFits(visitor);
    await expectAccessibleInBoth(visitor);
  });

  await test.step("by keyboard, and what does not fit is said by the server", async () => {
    await visitor.getByLabel("Arrival").fill("2027-05-06");
    await visitor.getByRole("textbox", { name: "E-mail" }).fill("ann@");
    await visitor.getByRole("checkbox", { name: "Lunch" }).press("Space");
    await visitor.getByRole("checkbox", { name: "Breakfast" }).press("Space");
    const stars = visitor.getByRole("radiogroup", { name: "Last stay" });
    await stars.getByRole("radio", { name: "3" }).press("Space");
    await visitor.keyboard.press("ArrowRight");
    await visitor.getByRole("textbox", { name: "Guests" }).fill("5");
    await send.click();
    await expect(visitor.getByText("“E-mail” must be an e-mail address.")).toBeVisible();
    await expect(
      visitor.getByText("“Guests” must be a whole number, at least 1 and at most 4."),
    ).toBeVisible();
    await visitor.screenshot({ path: "test-results/form-of-all-kinds.png", fullPage: true });
    await visitor.getByRole("textbox", { name: "E-mail" }).fill("ann@example.com");
    await visitor.getByRole("textbox", { name: "Guests" }).fill("4");
    await send.click();
    await expect(visitor.getByText("ann@example.com")).toBeVisible();
  });
  expect((await api.lastRun(id)).inputs).toEqual({
    day: "2027-05-06",
    mail: "ann@example.com",
    meals: ["Lunch", "Breakfast"],
    stars: 4,
    guests: 4,
  });
});

test("a form in the middle of the run goes on on the same page", async ({ api, visitor }) => {
  const ask = form("ask", "Ask", "Where to?");
  const fields: JsonObject[] = [
    { name: "city", type: "text", title: "city", required: true },
    { name: "map", type: "file", title: "Map", required: true, accept: [".txt"] },
  ];
  const document = chain(
    start("name"),
    { ...ask, config: { ...ask.config, fields, byVisitor: true, message: "For {{ inputs.name }}" } },
    end({
      trip: "{{ inputs.name }} goes to {{ nodes.ask.city }} with {{ nodes.ask.map.name }}",
      map: "{{ nodes.ask.map }}",
    }),
  );
  const { address } = await published(api, "Travel", document);
  await visitor.setViewportSize(PHONE);
  await visitor.goto(address);
  await visitor.getByRole("textbox", { name: "name" }).fill("Ann");
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.getByRole("heading", { name: "Where to?" })).toBeFocused();
  await expect(visitor.getByText("For Ann")).toBeVisible();
  await expectAccessibleInBoth(visitor);
  await visitor.getByRole("textbox", { name: "city" }).fill("Lyon");
  await visitor.locator("input[type=file]").setInputFiles({
    name: "route.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("left, then right"),
  });
  await visitor.getByRole("button", { name: "Continue" }).dblclick();
  await expect(visitor.getByText("Ann goes to Lyon with route.txt")).toBeVisible();

  await test.step("the files of the result are the visitor's to open, without an account", async () => {
    await visitor.getByRole("button", { name: "Show content" }).click();
    await expect(visitor.getByText("left, then right")).toBeVisible();
    const download = visitor.waitForEvent("download");
    await visitor.getByRole("link", { name: "Download route.txt" }).click();
    expect(await readFile(await (await download).path(), "utf8")).toBe("left, then right");
    await expectFits(visitor);
    await expectAccessibleInBoth(visitor);
    await visitor.screenshot({ path: "test-results/form-with-a-file.png" });
  });
});

test("a visitor sees that a form is paused, or not there", async ({ api, visitor, watch }) => {
  watch.allow(/console error: .*\b(404|409)\b/);
  const { id, address } = await published(api, "Paused", poem());
  await api.pauseTrigger(id, "public");
  await visitor.goto(address);
  await expect(visitor.getByRole("heading", { name: "This form is closed" })).toBeVisible();
  await expectAccessible(visitor);
  await visitor.goto(`${address}-not`);
  await expect(visitor.getByRole("heading", { name: "No form here" })).toBeVisible();
});

test("a form is previewed before it is published, its steps included", async ({
  page,
  api,
  visitor,
  watch,
}) => {
  const step = form("more", "More", "How many of {{ inputs.topic }}?", "number");
  const asked = { ...step, config: { ...step.config, byVisitor: true } };
  const document = withForm(chain(start("topic"), asked, end({ topic: "{{ inputs.topic }}" })));
  const { id } = await api.createWorkflow({ name: "Not yet public", document });
  const editor = new Editor(page);
  await editor.open(id);
  await editor.canvas.card("Public form").click();
  const opening = page.waitForEvent("popup");
  await editor.panel.of("Public form").getByRole("link", { name: "Preview" }).click();
  const preview = await opening;
  await expect(preview.getByText("Preview of the draft")).toBeVisible();
  await preview.getByRole("textbox", { name: "topic" }).fill("weft");
  await preview.getByRole("button", { name: "Send" }).click();
  await expect(preview.getByText("How many of weft?")).toBeVisible();
  expect((await api.lastRun(id)).inputs).toEqual({ topic: "weft" });

  watch.allow(/404 \(Not Found\)/);
  await visitor.goto(preview.url());
  await expect(visitor.getByRole("heading", { name: "No form here" })).toBeVisible();
});

test("a visitor goes on to a page with the result, and members see what was sent", async ({
  page,
  api,
  visitor,
}) => {
  const number = { name: "number", type: "text", title: "Order number", required: true };
  const document = chain(
    { ...start(), config: { fields: [number] } },
    end({ number: "{{ inputs.number }}" }),
  );
  await page.goto("/triggers");
  const redirect = `${new URL(page.url()).origin}/sign-in?order={{ output.number }}`;
  const { id, address } = await published(api, "Orders", document, { redirect });
  await visitor.goto(address);
  await visitor.getByRole("textbox", { name: "Order number" }).fill("a&b=c");
  await visitor.getByRole("button", { name: "Send" }).click();
  await visitor.waitForURL("**/sign-in?order=a%26b%3Dc");
  await visitor.goto(address);
  await expect(visitor.getByRole("textbox", { name: "Order number" })).toHaveValue("");

  await page.reload();
  const row = page.getByRole("row").filter({ hasText: "Orders" });
  await row.getByRole("link", { name: "Submissions" }).click();
  await expect(page).toHaveURL(`/workflows/${id}/forms/public`);
  const sent = page.getByRole("row").filter({ hasText: "a&b=c" });
  await expect(sent).toContainText("Succeeded");
  await expectAccessibleInBoth(page);
  await page.screenshot({ path: "test-results/submissions.png" });
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("submissions.csv");
  await page.getByRole("searchbox").fill("nothing like this");
  await expect(page.getByText("No submissions match")).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectFits(page);
});
