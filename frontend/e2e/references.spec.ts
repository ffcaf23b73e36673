/** References as people edit them: copied, cut, pasted, picked, replaced, beside each other, and between composed text. */

import type { Page } from "@playwright/test";
import { chain, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

const TOPIC = "{{ inputs.topic }}";
const TONE = "{{ inputs.tone }}";

/** Types as an input method does: each step replaces the one before, the text replaces the last. */
async function compose(page: Page, steps: readonly string[], text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const step of steps)
    await session.send("Input.imeSetComposition", {
      text: step,
      selectionStart: step.length,
      selectionEnd: step.length,
    });
  await session.send("Input.insertText", { text });
  await session.detach();
}

test("chips are moved, copied, replaced and composed around like any other sign", async ({
  page,
  context,
  api,
  watch,
}) => {
  // The preview of a text that cannot be read yet.
  watch.allow(/status of 400/);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const document = chain(start("topic", "tone"), template("words", "words", ""));
  const workflow = await api.createWorkflow({ name: "Chips", document });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  await editor.panel.open("words");
  const [field] = await editor.panel.editors("template");
  if (!field) throw new Error("no editor");
  const keys = page.keyboard;
  const press = async (...names: string[]) => {
    for (const name of names) await keys.press(name);
  };
  const clear = () => press("Control+a", "Delete");
  const expectStored = async (text: string) => {
    await editor.expectSaved();
    const { nodes } = await api.graph(workflow.id);
    expect(nodes.find(({ key }) => key === "words")?.config.template).toBe(text);
  };
  await field.focus();

  await test.step("two side by side, with the caret before, between and behind them", async () => {
    await keys.type(`${TOPIC}${TONE}`);
    await press("Home");
    await keys.type("a");
    await press("ArrowRight");
    await keys.type("b");
    await press("ArrowRight");
    await keys.type("c");
    await expect(field).toHaveText("atopicbtonec");
    await expectStored(`a${TOPIC}b${TONE}c`);
  });

  await test.step("a chip is copied as its text, and pasted as a chip", async () => {
    await press("ArrowLeft", "Shift+ArrowLeft", "Control+x");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(TONE);
    await press("Home", "Control+v", "Shift+ArrowLeft", "Control+c", "End", "Control+v");
    await expect(field).toHaveText("toneatopicbctone");
    await expect(field.locator(".fl-chip")).toHaveCount(3);
    await expectStored(`${TONE}a${TOPIC}bc${TONE}`);
    await press("Control+z", "Control+z", "Control+z");
    await expectStored(`a${TOPIC}b${TONE}c`);
    await press("Control+Shift+Z", "Control+y");
    await expectStored(`${TONE}a${TOPIC}bc`);
  });

  await test.step("one at the begin and the end of a line goes alone", async () => {
    await clear();
    await keys.type("x");
    await press("Enter");
    await keys.type(TOPIC);
    await press("Enter");
    await keys.type("y");
    await press("ArrowUp", "Home", "Delete");
    await expectStored("x\n\ny");
    await press("Control+z", "End", "Backspace");
    await expectStored("x\n\ny");
  });

  await test.step("Chinese is composed before, between and behind chips", async () => {
    await clear();
    await keys.type(TOPIC);
    await compose(page, ["n", "ni", "nihao"], "你好");
    await keys.type(TONE);
    await press("Home");
    await compose(page, ["q", "qing"], "请");
    await press("End", "ArrowLeft");
    await compose(page, ["z", "zai"], "在");
    await expectStored(`请${TOPIC}你好在${TONE}`);
    await press("Control+z");
    await expectStored(`请${TOPIC}你好${TONE}`);
  });

  await test.step("Replace writes what the field understands, one place at a time", async () => {
    await clear();
    await keys.type("Of {{ $json.topic }} and {{#start.tone#}} end");
    const replace = editor.panel.root.getByRole("button", { name: "Replace" });
    await expect(replace).toHaveCount(2);
    await replace.first().click();
    await expect(replace).toHaveCount(1);
    await replace.click();
    await expect(replace).toHaveCount(0);
    await keys.type("!");
    await expectStored(`Of ${TOPIC} and ${TONE}! end`);
    await press("Control+z", "Control+z");
    await expectStored(`Of ${TOPIC} and {{#start.tone#}} end`);
  });

  await test.step("Enter in the picker chooses, and does nothing else", async () => {
    await clear();
    await editor.panel.root
      .locator("[data-field=template]")
      .getByRole("button", { name: "Insert a value" })
      .click();
    await keys.type("tone");
    await press("Enter");
    await expect(field).toBeFocused();
    await keys.type("!");
    await expectStored(`${TONE}!`);
  });

  await test.step("filters are offered behind a bar, and their arguments stand to be typed over", async () => {
    await clear();
    await keys.type("{{ inputs.topic | trun");
    const offered = page.getByRole("option", { name: /^truncate\b/ }).first();
    await expect(offered).toContainText("Shorten to so many characters");
    await expect(page.locator(".cm-completionInfo")).toHaveText("Hello world → Hello…");
    await press("Enter");
    await expect(field).toContainText("| truncate: 6, '…'");
    await keys.type("9 | up");
    await expect(page.getByRole("option", { name: /^upcase\b/ })).toBeVisible();
    await press("Enter");
    await keys.type(" }}");
    await expectStored("{{ inputs.topic | truncate: 9 | upcase }}");
  });
});

test("the JSON of a call takes references in the form that JSON wants", async ({ page, api }) => {
  const tool = { id: "t", type: "http-request", name: "Fetch", enabled: true, config: {} };
  const call = { key: "call", name: "call", type: "tool", config: { tool, arguments: {} } };
  const ask = template("ask", "A step", "x");
  const workflow = await api.createWorkflow({
    name: "Arguments",
    document: chain(start("topic", "tone"), ask, call),
  });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  await editor.panel.open("call");
  await editor.panel.root.getByRole("button", { name: "Edit as JSON" }).click();
  const [field] = await editor.panel.editors("arguments");
  if (!field) throw new Error("no editor");
  const keys = page.keyboard;
  const pick = async (name: string) => {
    await editor.panel.root
      .locator("[data-field=arguments]")
      .getByRole("button", { name: "Insert a value" })
      .click();
    await keys.type(name);
    await keys.press("Enter");
    await expect(field).toBeFocused();
  };
  const expectStored = async (stored: object) => {
    await editor.expectSaved();
    const { nodes } = await api.graph(workflow.id);
    expect(nodes.find(({ key }) => key === "call")?.config.arguments).toEqual(stored);
  };
  await field.press("Control+a");
  await field.press("Delete");

  await test.step("inside of a text from the list, outside of one from the picker", async () => {
    await keys.type('{"url": "https://x/{{ top');
    await expect(page.getByRole("option")).toHaveText([/topic/]);
    await keys.press("Tab");
    await expect(field).toHaveText('{"url": "https://x/topic"}');
    await keys.press("End");
    await keys.press("ArrowLeft");
    await keys.type(', "headers": {"a": ');
    await pick("tone");
    await expectStored({ url: `https://x/${TOPIC}`, headers: { a: TONE } });
  });

  await test.step("a reference without quotes is marked, and mended", async () => {
    await field.press("Control+a");
    await field.press("Delete");
    await keys.type('{"headers": {{ inputs.tone }}');
    await editor.panel.root.getByRole("button", { name: "Replace" }).click();
    await expectStored({ headers: TONE });
  });

  await test.step("undo on the canvas shows in the field", async () => {
    const undo = page.getByRole("toolbar", { name: "Canvas tools" }).getByRole("button", { name: "Undo" });
    // On a busy machine the keys come so slowly that they are two edits.
    await expect(async () => {
      await undo.click();
      await expect(field).not.toContainText("headers", { timeout: 2000 });
    }).toPass();
  });
});
