/** Every field stores exactly the typed text, at any speed. */

import type { Locator, Page } from "@playwright/test";
import type { EdgeDoc, JsonObject, NodeDoc } from "../src/api/types";
import { chain, start } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";
import { textsIn, typedFields, type Variant } from "./typed-fields";

const SENTENCE = "On {{inputs.x}}!";
const COLUMN = 336;
const ROW = 220;
const WIDTH = 8;

/** A tool with a text and a JSON argument; tool fields are known by tool, not by node type. */
const CALL: Variant = {
  config: {
    tool: { id: "t", type: "http-request", name: "Fetch", enabled: true, config: {} },
    arguments: {},
  },
  fields: [
    { name: "url", before: "", after: "" },
    { name: "query_params", before: '{"text": "', after: '"}' },
  ],
};

/** Types all of a text at once: no key waits for the one before it to be drawn. */
async function typeAtOnce(page: Page, text: string) {
  await Promise.all([...text].map((key) => page.keyboard.press(key)));
}

/** JSON begins with what is stored; the text of a case replaces it. */
async function empty(field: Locator) {
  await field.press("Control+a");
  await field.press("Delete");
}

test("a reference is stored as it was typed, in every field of every node", async ({ page, api }) => {
  const types = (await api.nodeTypes()).filter(({ role }) => role !== "start");
  const variants = types.flatMap((type) =>
    [...typedFields(type.config_schema, type.default_config), ...(type.id === "tool" ? [CALL] : [])].map(
      (variant, at) => ({ ...variant, key: `${type.id}_${at}`, type }),
    ),
  );
  expect(variants.length, "ways of showing fields").toBeGreaterThan(20);
  const nodes = [start("x"), ...variants].map(
    (spec, at): NodeDoc => ({
      key: spec.key,
      name: spec.key,
      type: typeof spec.type === "string" ? spec.type : spec.type.id,
      type_version: 1,
      config: spec.config,
      position: { x: (at % WIDTH) * COLUMN, y: Math.floor(at / WIDTH) * ROW },
      parent: null,
      bypass: false,
      pinned_output: null,
    }),
  );
  const edges = variants
    .filter(({ type }) => type.inputs.length > 0)
    .map(
      ({ key }): EdgeDoc => ({
        id: `start-${key}`,
        source: "start",
        source_port: "out",
        target: key,
        target_port: "in",
      }),
    );
  const workflow = await api.createWorkflow({ name: "Every field", document: { nodes, edges } });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  const typed = new Map<string, number>();
  for (const { key, fields } of variants) {
    await editor.panel.open(key);
    let count = 0;
    for (const { name, before, after } of fields) {
      for (const field of await editor.panel.editors(name)) {
        if (before !== "") await empty(field);
        await field.focus();
        await typeAtOnce(page, `${before}${SENTENCE}${after}`);
        count += 1;
      }
    }
    typed.set(key, count);
  }
  await editor.expectSaved();
  const { nodes: stored } = await api.graph(workflow.id);
  const wrong = stored.flatMap(({ key, config }) => {
    const texts = textsIn(config);
    const right = texts.filter((text) => text === SENTENCE).length;
    return right === (typed.get(key) ?? 0) ? [] : [{ key, typed: typed.get(key), texts }];
  });
  expect(wrong, "fields that hold something else").toEqual([]);
});

type Kind = { type: string; field: string; config?: JsonObject; before?: string; after?: string };

/** One field of each kind: a text and a line of a template, an expression, a row, code, JSON, and JSON of templates. */
const KINDS: readonly Kind[] = [
  { type: "template", field: "template" },
  { type: "http_request", field: "url" },
  { type: "condition", field: "expression", config: { mode: "expression" } },
  { type: "set", field: "assignments", config: { assignments: [{ name: "a", value: "" }] } },
  { type: "code", field: "code" },
  {
    type: "process",
    field: "offlineScript",
    config: { provider: "offline" },
    before: '[{"text": "',
    after: '"}]',
  },
  { type: "tool", field: "query_params", config: CALL.config, before: '{"text": "', after: '"}' },
];

test("the same at 50 and at 150 ms a key, in a field of each kind", async ({ context, api }) => {
  const typeSlowly = async (kinds: readonly Kind[], delay: number) => {
    const specs = kinds.map(({ type, config = {} }) => ({
      key: type,
      name: type,
      type,
      config,
      out: type === "condition" ? "true" : "out",
    }));
    const document = chain(start("x"), ...specs);
    const { id } = await api.createWorkflow({ name: `At ${delay} ms`, document });
    const tab = await context.newPage();
    const editor = new Editor(tab);
    await editor.open(id);
    for (const { type, field: name, before, after } of kinds) {
      await editor.panel.open(type);
      const [field] = await editor.panel.editors(name);
      if (!field) throw new Error(`no ${name}`);
      if (before) await empty(field);
      await field.focus();
      if (before) await typeAtOnce(tab, before);
      await tab.keyboard.type(SENTENCE, { delay });
      if (after) await typeAtOnce(tab, after);
    }
    await editor.expectSaved();
    const { nodes } = await api.graph(id);
    for (const { type } of kinds) {
      const node = nodes.find(({ key }) => key === type);
      expect(textsIn(node?.config), `${type} at ${delay} ms`).toContain(SENTENCE);
    }
  };
  const half = Math.ceil(KINDS.length / 2);
  // In tabs beside each other: nearly all of it is waiting for the next key.
  await Promise.all([
    typeSlowly(KINDS, 50),
    typeSlowly(KINDS.slice(0, half), 150),
    typeSlowly(KINDS.slice(half), 150),
  ]);
});

test("what is typed narrows the list, and what is chosen uses the braces that are there", async ({
  page,
  api,
  watch,
}) => {
  // The preview of a text that cannot be read yet.
  watch.allow(/status of 400/);
  const workflow = await api.createWorkflow({
    name: "Completion",
    document: chain(
      start("topic", "tone"),
      { key: "words", name: "words", type: "template", config: {} },
      { key: "if", name: "if", type: "condition", config: { mode: "expression" } },
    ),
  });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  const options = page.getByRole("option");
  const stored = async (key: string, field: string) => {
    await editor.expectSaved();
    return (await api.graph(workflow.id)).nodes.find((node) => node.key === key)?.config[field];
  };

  await editor.panel.open("words");
  const [text] = await editor.panel.editors("template");
  if (!text) throw new Error("no editor");
  await text.pressSequentially("On {{ }} now");
  for (let key = 0; key < " }} now".length; key += 1) await text.press("ArrowLeft");
  await text.pressSequentially(" to");
  await expect(options).toHaveText([/topic/, /tone/]);
  await text.pressSequentially("p");
  await expect(options).toHaveText([/topic/]);
  await text.press("Tab");
  await expect(text).toHaveText("On topic now");
  expect(await stored("words", "template")).toBe("On {{ inputs.topic }} now");

  await test.step("a chip is one unit for arrows, backspace and undo", async () => {
    await text.press("ArrowLeft");
    await text.pressSequentially("!");
    await text.press("End");
    for (let key = 0; key < " now".length; key += 1) await text.press("ArrowLeft");
    await text.press("Backspace");
    expect(await stored("words", "template")).toBe("On ! now");
    await text.press("Control+z");
    expect(await stored("words", "template")).toBe("On !{{ inputs.topic }} now");
  });

  await test.step("Escape closes the list and leaves the field as it is", async () => {
    await text.press("End");
    await text.pressSequentially(" {{ to");
    await expect(options).not.toHaveCount(0);
    await text.press("Escape");
    await expect(options).toHaveCount(0);
    await expect(text).toBeFocused();
    await text.pressSequentially("ne }}");
  });

  await test.step("Chinese is composed inside of a reference", async () => {
    await text.press("Control+a");
    await text.press("Delete");
    const session = await page.context().newCDPSession(page);
    await text.pressSequentially("{{ inputs.");
    for (const composed of ["z", "zhu", "zhuti"])
      await session.send("Input.imeSetComposition", {
        text: composed,
        selectionStart: composed.length,
        selectionEnd: composed.length,
      });
    await session.send("Input.insertText", { text: "主题" });
    await text.pressSequentially(" }}。");
    expect(await stored("words", "template")).toBe("{{ inputs.主题 }}。");
  });

  await test.step("an expression gets a reference without braces", async () => {
    await editor.panel.open("if");
    const [expression] = await editor.panel.editors("expression");
    if (!expression) throw new Error("no editor");
    await expression.pressSequentially("size(top");
    await expect(options).toHaveText([/topic/]);
    await expression.press("Enter");
    await expression.pressSequentially(") > 3");
    expect(await stored("if", "expression")).toBe("size(inputs.topic) > 3");
  });
});
