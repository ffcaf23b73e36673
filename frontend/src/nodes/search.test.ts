import { describe, expect, it } from "vitest";
import type { InventoryEntry, ToolType } from "@/api/types";
import { NODE_TYPES, typeWithLine } from "@/test/documents";
import { toolChoices, typeChoices } from "./node-choices";
import { searchChoices } from "./search";

const entry = (id: string, kind: InventoryEntry["kind"], title: string): InventoryEntry => ({
  id,
  kind,
  title: { en: title, zh: title },
  description: { en: "", zh: "" },
  icon: "tool",
  asks: false,
});
const TYPES = typeChoices(Object.values(NODE_TYPES));
const like = (id: string) => ({ ...typeWithLine(""), id });
const WITH_TOOLS = { ...NODE_TYPES, tool: like("tool"), sub_workflow: like("sub_workflow") };
const TOOLS = toolChoices(
  WITH_TOOLS,
  [entry("workflow:greeting", "workflow", "Greeting"), entry("kb:handbook", "kb", "Handbook")],
  [],
  [],
);
const ids = (query: string) => searchChoices([...TYPES, ...TOOLS], query).map(({ id }) => id);

describe("searchChoices", () => {
  it.each([
    ["ai", "process"],
    ["process", "process"],
    ["temp", "template"],
    ["TEMP", "template"],
    ["set 节", "set"],
    ["con", "condition"],
    ["greet", "workflow:greeting"],
    ["hand", "kb:handbook"],
  ])("finds for %j first %s", (query, id) => {
    expect(ids(query)[0]).toBe(id);
  });

  it("finds nothing for nonsense and all node types, triggers first, for nothing", () => {
    expect(ids("qqq")).toEqual([]);
    expect(ids("  ")).toHaveLength(Object.keys(NODE_TYPES).length);
    expect(ids("")[0]).toBe("webhook");
  });

  it("finds by other words, after what is called so", () => {
    const [first, ...others] = TYPES.filter(({ id }) => id !== "template");
    if (!first) throw new Error("no types");
    const known = { ...first, keywords: { en: "sum up, template", zh: "总结" } };
    const all = [...others, known, ...TYPES.filter(({ id }) => id === "template")];
    const found = (query: string) => searchChoices(all, query).map(({ id }) => id);
    expect(found("sum up")).toEqual([first.id]);
    expect(found("总结")).toEqual([first.id]);
    expect(found("template")).toEqual(["template", first.id]);
  });
});

describe("toolChoices", () => {
  const byId = (id: string) => TOOLS.find((choice) => choice.id === id);

  it("makes a sub-workflow of a workflow, and a tool node of all else", () => {
    expect(byId("workflow:greeting")).toMatchObject({
      nodeType: { id: "sub_workflow" },
      config: { workflow: "greeting" },
    });
    expect(byId("kb:handbook")).toMatchObject({
      nodeType: { id: "tool" },
      config: { tool: { type: "kb:handbook" } },
    });
  });

  it("offers to make what works, and no built-in tool", () => {
    const type = (id: string, kind: ToolType["kind"], implemented: boolean): Partial<ToolType> => ({
      type: id,
      kind,
      implemented,
    });
    const types = [
      type("mail", "configured", true),
      type("fax", "configured", false),
      type("time", "builtin", true),
    ];
    const made = toolChoices(WITH_TOOLS, [], [], types as ToolType[]);
    expect(made.map(({ id, newTool }) => [id, newTool])).toEqual([["new:mail", "mail"]]);
  });
});
