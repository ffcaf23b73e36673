import { describe, expect, it } from "vitest";
import { isShown, prepareSchema } from "./prepare-schema";

const schema = {
  type: "object",
  "x-groups": [
    { id: "tools", title: { en: "Tools", zh: "工具" }, collapsed: true },
    { id: "nothing", title: { en: "Nothing", zh: "空" }, collapsed: false },
  ],
  properties: {
    prompt: {
      type: "string",
      title: "Prompt",
      "x-translations": { zh: { title: "提示词", description: "说明" } },
      "x-widget": "template",
    },
    maxTokens: { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }], title: "Limit", default: null },
    mode: {
      type: "string",
      enum: ["a", "b"],
      "x-enum-labels": { a: { en: "First", zh: "第一" }, b: { en: "Second", zh: "第二" } },
      "x-placeholder": { en: "Pick", zh: "请选择" },
    },
    enableToolCalling: { type: "boolean", "x-group": "tools" },
    nested: {
      type: "object",
      properties: { topK: { type: "integer", title: "Top", "x-translations": { zh: { title: "数量" } } } },
    },
    items: {
      type: "array",
      items: {
        type: "object",
        properties: {
          text: { type: "string", "x-translations": { zh: { title: "内容" } }, "x-widget": "template" },
        },
      },
    },
    choice: { anyOf: [{ type: "string" }, { type: "object" }], "x-widget": "tool-choice" },
    switchable: { anyOf: [{ type: "boolean" }, { type: "null" }] },
    secretScript: { type: "string", "x-widget": "hidden" },
  },
};

describe("prepareSchema", () => {
  it.each([
    ["en", "Prompt", ["First", "Second"], "Pick", "Tools", "Top"],
    ["zh", "提示词", ["第一", "第二"], "请选择", "工具", "数量"],
  ] as const)("speaks %s everywhere", (language, title, labels, placeholder, group, inner) => {
    const prepared = prepareSchema(schema, language);
    const properties = prepared.schema.properties as Record<
      string,
      { title?: string; properties?: typeof properties }
    >;
    expect(properties.prompt?.title).toBe(title);
    expect(prepared.uiSchema.mode).toMatchObject({ "ui:enumNames": labels, "ui:placeholder": placeholder });
    expect(prepared.groups.map((entry) => entry.title)).toEqual(["", group]);
    expect(properties.nested?.properties?.topK?.title).toBe(inner);
  });

  it("names the control of each field", () => {
    const { uiSchema } = prepareSchema(schema, "en");
    expect(uiSchema.prompt["ui:field"]).toBe("template");
    expect(uiSchema.enableToolCalling["ui:field"]).toBe("switch");
    expect(uiSchema.secretScript["ui:widget"]).toBe("hidden");
  });

  it("prepares the entries of a list", () => {
    const prepared = prepareSchema(schema, "zh");
    expect(prepared.schema.properties?.items).toMatchObject({
      items: { properties: { text: { title: "内容" } } },
    });
    expect(prepared.uiSchema.items).toMatchObject({ items: { text: { "ui:field": "template" } } });
  });

  it("leaves alternatives to the control of a field", () => {
    expect(prepareSchema(schema, "en").schema.properties?.choice).not.toHaveProperty("anyOf");
  });

  it("offers three choices for a switch that may be left alone", () => {
    expect(prepareSchema(schema, "en").uiSchema.switchable["ui:field"]).toBe("tri-state");
  });

  it("draws a nullable field as its real type, empty meaning null", () => {
    const prepared = prepareSchema(schema, "en");
    expect(prepared.schema.properties?.maxTokens).toMatchObject({
      type: "integer",
      minimum: 1,
      title: "Limit",
    });
    expect(prepared.uiSchema.maxTokens["ui:emptyValue"]).toBeNull();
  });

  it("puts each field into exactly one group and leaves empty groups out", () => {
    const { groups } = prepareSchema(schema, "en");
    expect(groups.flatMap((group) => group.fields).sort()).toEqual(Object.keys(schema.properties).sort());
    expect(groups.map((group) => group.id)).toEqual(["", "tools"]);
  });
});

describe("isShown", () => {
  it.each([
    [undefined, {}, true],
    [{ "x-show-if": { mode: ["a", "b"] } }, { mode: "a" }, true],
    [{ "x-show-if": { mode: ["a", "b"] } }, { mode: "c" }, false],
    [{ "x-show-if": { on: true } }, { on: true }, true],
    [{ "x-show-if": { on: [true], mode: ["a"] } }, { on: true, mode: "b" }, false],
  ])("%j with %j is %s", (property, values, shown) => {
    expect(isShown(property, values)).toBe(shown);
  });
});
