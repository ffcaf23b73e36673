import { describe, expect, it } from "vitest";
import { localText } from "@/i18n/local-text";
import { documentOf, NODE_TYPES, node } from "@/test/documents";
import { changeOperations, outputPorts } from "./ports";

const CASES = [
  { id: "a", label: "Article", value: "article" },
  { id: "b", label: "", value: "book" },
];
const SWITCH = node("s", "switch", { config: { cases: CASES, includeDefault: true } });
const portsOf = (...args: Parameters<typeof outputPorts>) => outputPorts(...args).map(({ id }) => id);

describe("outputPorts", () => {
  it("are the rows of the config, then those of the type, then the one for failures", () => {
    const policy = { ...SWITCH.policy, onError: "port" as const };
    expect(portsOf({ ...SWITCH, policy }, NODE_TYPES.switch)).toEqual(["a", "b", "default", "error"]);
  });

  it("are called by their label, or else by their id", () => {
    expect(outputPorts(SWITCH, NODE_TYPES.switch).map(({ title }) => localText(title))).toEqual([
      "Article",
      "b",
      "Otherwise",
    ]);
  });

  it("exist only while the config says so; what it leaves out is as the type has it", () => {
    const without = { ...SWITCH, config: { ...SWITCH.config, includeDefault: false } };
    expect(portsOf(without, NODE_TYPES.switch)).toEqual(["a", "b"]);
    expect(portsOf({ ...SWITCH, config: {} }, NODE_TYPES.switch)).toEqual(["default"]);
  });

  it("are none for a type that is not known", () => {
    expect(portsOf(SWITCH, undefined)).toEqual([]);
  });
});

describe("changeOperations", () => {
  const document = documentOf([SWITCH, node("x"), node("y")], ["s:a>x", "s:b>x", "s:default>y"]);

  it("take away the edges of ports that are gone", () => {
    const config = { cases: CASES.slice(1), includeDefault: false };
    const operations = changeOperations(document, NODE_TYPES.switch, "s", { config });
    expect(operations.map((operation) => (operation.op === "remove_edge" ? operation.id : "update"))).toEqual(
      ["s:a>x", "s:default>y", "update"],
    );
  });

  it("keep the edges of a port that is only called another name", () => {
    const config = { ...SWITCH.config, cases: CASES.map((row) => ({ ...row, label: "New" })) };
    expect(changeOperations(document, NODE_TYPES.switch, "s", { config })).toHaveLength(1);
  });
});
