import { describe, expect, it } from "vitest";
import { documentOf, gridDocument, NODE_TYPES, node } from "@/test/documents";
import { copyNodes, parseClipboard, pasteOperations } from "./clipboard";
import { uniqueKey, uniqueName } from "./naming";
import { applyOperations } from "./operations";
import { renameOperations } from "./references";
import type { GraphDocument } from "./types";

const DOC = documentOf(
  [
    node("s", "start"),
    node("fetch", "set", { name: "抓取", position: { x: 100, y: 50 } }),
    node("write", "template", {
      config: { template: '{{ nodes.fetch.title }} {{ 抓取.body }} {{ nodes["抓取"].x }} nodes.s.y' },
      position: { x: 400, y: 90 },
    }),
  ],
  ["s>fetch", "fetch>write"],
);

function paste(document: GraphDocument, text: string) {
  const content = parseClipboard(text);
  if (!content) throw new Error("not ours");
  const result = pasteOperations(document, NODE_TYPES, content, { x: 0, y: 0 });
  return { ...result, document: applyOperations(document, result.operations).document };
}

describe("copy and paste", () => {
  const pasted = paste(DOC, copyNodes(DOC, ["fetch", "write"]));

  it("gives new keys and names and keeps inner edges only", () => {
    expect(pasted.keys).toEqual(["fetch_2", "write_2"]);
    expect(pasted.document.nodes.fetch_2?.name).toBe("抓取 2");
    const edges = Object.values(pasted.document.edges).filter(({ source }) => source.endsWith("_2"));
    expect(edges).toMatchObject([{ source: "fetch_2", target: "write_2" }]);
    expect(Object.keys(pasted.document.edges)).toHaveLength(3);
  });

  it("points references inside the copy at the copy", () => {
    expect(pasted.document.nodes.write_2?.config.template).toBe(
      '{{ nodes.fetch_2.title }} {{ nodes["抓取 2"].body }} {{ nodes["抓取 2"].x }} nodes.s.y',
    );
  });

  it("keeps the shape and moves it to the wanted place", () => {
    expect(pasted.document.nodes.fetch_2?.position).toEqual({ x: 0, y: 0 });
    expect(pasted.document.nodes.write_2?.position).toEqual({ x: 300, y: 40 });
  });

  it("says that a second start node was left out", () => {
    const result = paste(DOC, copyNodes(DOC, ["s", "fetch"]));
    expect(result.leftOut).toEqual(["s"]);
    expect(result.keys).toHaveLength(1);
  });

  it("brings the start node into an empty document", () => {
    expect(paste(documentOf([]), copyNodes(DOC, DOC.order)).keys).toEqual(["s", "fetch", "write"]);
  });

  it("copies 500 nodes with all edges", () => {
    const grid = gridDocument(500);
    const { document } = paste(grid, copyNodes(grid, grid.order));
    expect(document.order).toHaveLength(1000);
    expect(Object.keys(document.edges)).toHaveLength(2 * Object.keys(grid.edges).length);
  });

  it.each([
    "",
    "hello",
    "{}",
    '{"format":"flowloom/nodes","version":1,"nodes":[{}],"edges":[]}',
    "flowloom/nodes {",
  ])("does not take %j for nodes", (text) => {
    expect(parseClipboard(text)).toBeNull();
  });
});

describe("names", () => {
  it.each([
    ["AI", ["ai"], "ai_2"],
    ["ai_2", ["ai", "ai_2"], "ai_3"],
    ["2nd try", ["2nd_try"], "2nd_try_2"],
    ["2024", [], "n_2024"],
    ["写作", [], "node"],
    ["a".repeat(80), ["a".repeat(64)], `${"a".repeat(62)}_2`],
  ])("makes the key of %s with %j taken: %s", (base, taken, key) => {
    expect(uniqueKey(base, new Set(taken))).toBe(key);
    expect(key).toMatch(/^(?=.{1,64}$)[0-9]*[A-Za-z_][A-Za-z0-9_]*$/);
  });

  it("numbers shown names", () => {
    expect(uniqueName("AI", new Set(["AI", "AI 2"]))).toBe("AI 3");
    expect(uniqueName("AI 2", new Set(["AI 2"]))).toBe("AI 3");
  });
});

describe("renameOperations", () => {
  it("follows the name into the templates of other nodes", () => {
    const { document } = applyOperations(DOC, renameOperations(DOC, NODE_TYPES, "fetch", "来源"));
    expect(document.nodes.fetch?.name).toBe("来源");
    expect(document.nodes.write?.config.template).toBe(
      '{{ nodes.fetch.title }} {{ 来源.body }} {{ nodes["来源"].x }} nodes.s.y',
    );
  });

  it("writes a name with other signs in brackets", () => {
    const { document } = applyOperations(DOC, renameOperations(DOC, NODE_TYPES, "fetch", "Source (A)"));
    expect(document.nodes.write?.config.template).toContain('{{ nodes["Source (A)"].body }}');
  });

  it("does nothing for the same name", () => {
    expect(renameOperations(DOC, NODE_TYPES, "fetch", "抓取")).toEqual([]);
  });
});
