import { describe, expect, it } from "vitest";
import type { GraphDocument } from "@/document/types";
import { CONDITIONS, documentOf, NODE_TYPES, node, typeWithLine } from "@/test/documents";
import { expectGrowth } from "@/test/growth";
import { applyOperations } from "./operations";
import { expanded, expressionOf, matchesIn, type Search } from "./search-pattern";
import { findHits, hitsOf, replaceOperations } from "./search-texts";

const TYPES = {
  ...NODE_TYPES,
  lined: typeWithLine("", CONDITIONS),
  chosen: typeWithLine("", { "x-widget": "secret" }),
};
const plain = (query: string, changes: Partial<Search> = {}): Search => ({
  query,
  matchCase: false,
  wholeWord: false,
  isExpression: false,
  ...changes,
});
const expression = (query: string, changes: Partial<Search> = {}) =>
  plain(query, { isExpression: true, ...changes });
function find(document: GraphDocument, search: Search) {
  if (!search.isExpression) return findHits(document, TYPES, search).hits;
  const pattern = expressionOf(search);
  if (!(pattern instanceof RegExp)) throw new Error(pattern);
  return hitsOf(document, TYPES, search, (text) => matchesIn(text, pattern)).hits;
}
const places = (document: GraphDocument, search: Search) =>
  find(document, search).map(({ node, path, start }) => `${node} ${path.join(".")} ${start}`);

function replaceAll(document: GraphDocument, search: Search, by: string): GraphDocument {
  const operations = replaceOperations(document, TYPES, find(document, search), by);
  return applyOperations(document, operations).document;
}

const graph = documentOf([
  node("a", "process", { name: "Weave", config: { userPrompt: "Weave the weft.\nweave on" } }),
  node("b", "lined", { config: { value: [{ variable: "weft", operator: "equals", value: "Weft" }] } }),
  node("n", "note", { name: "Note", config: { text: "unweaved" } }),
]);

describe("finding", () => {
  it("goes through names, prompts, rows and notes", () => {
    expect(places(graph, plain("weave"))).toEqual([
      "a name 0",
      "a config.userPrompt 0",
      "a config.userPrompt 16",
      "n config.text 2",
    ]);
    expect(places(graph, plain("weft"))).toHaveLength(3);
  });

  it("tells capitals and whole words apart when it is asked to", () => {
    expect(places(graph, plain("weave", { matchCase: true }))).toEqual([
      "a config.userPrompt 16",
      "n config.text 2",
    ]);
    expect(places(graph, plain("weave", { wholeWord: true }))).not.toContain("n config.text 2");
    const joined = documentOf([node("x", "template", { config: { template: "𠀀weft weft𠀀 weft" } })]);
    expect(places(joined, plain("weft", { wholeWord: true }))).toEqual(["x config.template 14"]);
  });

  it("takes signs as they are written", () => {
    const signs = documentOf([node("x", "template", { config: { template: "a.b (c)* \\ $1 [d] e-f /g" } })]);
    for (const query of [".", "(c)*", "\\", "$1", "[d]", "-", "/"])
      expect(find(signs, plain(query)), query).toHaveLength(1);
  });

  it("does not see what is chosen from a list, ids, keys of nodes, or secrets", () => {
    const hidden = documentOf([
      node("k1", "template", {
        name: "One",
        config: { template: "{{ nodes.weft.text }} and {{ nodes.x.weft }}" },
      }),
      node("k2", "lined", {
        name: "Two",
        config: { value: [{ variable: "", operator: "weft", id: "weft" }] },
      }),
      node("k3", "chosen", { name: "Three", config: { value: "weft", apiKey: "weft" } }),
      node("k4", "unknown", {
        name: "Four",
        config: { headers: [{ name: "Authorization", value: "weft" }] },
      }),
    ]);
    const rows = {
      ...TYPES,
      lined: typeWithLine("", { items: { properties: { operator: { enum: ["weft"] } } } }),
    };
    expect(findHits(hidden, rows, plain("weft")).hits.map(({ node: key, start }) => [key, start])).toEqual([
      ["k1", 37],
    ]);
  });

  it("finds in nodes of types that nobody knows", () => {
    const future = documentOf([node("x", "from_the_future", { config: { deep: { text: ["weft"] } } })]);
    expect(places(future, plain("weft"))).toEqual(["x config.deep.text.0 0"]);
  });

  it("stops at a thousand, and takes its time in proportion to the text", () => {
    const text = "a".repeat(200_000);
    const long = documentOf([node("x", "template", { config: { template: text } })]);
    expect(findHits(long, TYPES, plain("a"))).toMatchObject({ isCut: true });
    expectGrowth((length) => {
      const searched = documentOf([node("x", "template", { config: { template: "a".repeat(length) } })]);
      return () => expect(find(searched, plain(`${"a".repeat(900)}b`))).toEqual([]);
    }, 200_000);
  });
});

describe("replacing", () => {
  it("changes every text in one step, and what refers to a name follows", () => {
    const linked = documentOf([
      ...Object.values(graph.nodes),
      node("c", "template", { config: { template: "{{ Weave.result }}" } }),
    ]);
    const after = replaceAll(linked, plain("weave", { matchCase: true }), "knit");
    expect(after.nodes.a?.config.userPrompt).toBe("Weave the weft.\nknit on");
    const renamed = replaceAll(linked, plain("Weave", { matchCase: true }), "Knit it");
    expect(renamed.nodes.a?.name).toBe("Knit it");
    expect(renamed.nodes.a?.config.userPrompt).toBe("Knit it the weft.\nweave on");
    expect(renamed.nodes.c?.config.template).toBe('{{ nodes["Knit it"].result }}');
    expect(renamed.nodes.b).toBe(linked.nodes.b);
  });

  it("keeps names unique and never empties one", () => {
    const pair = documentOf([node("a", "note", { name: "One" }), node("b", "note", { name: "Two" })]);
    expect(replaceAll(pair, plain("Two"), "One").nodes.b?.name).toBe("One 2");
    expect(replaceAll(pair, plain("Two"), "").nodes.b?.name).toBe("Two");
  });

  it("takes the words as they are, also signs that mean something elsewhere", () => {
    expect(replaceAll(graph, plain("weft"), "$& $1").nodes.a?.config.userPrompt).toContain("the $& $1.");
    expect(replaceAll(graph, plain("weft"), "").nodes.b?.config.value).toEqual([
      { variable: "", operator: "equals", value: "" },
    ]);
  });

  it("can be done to one hit, and leaves a text alone that has changed since", () => {
    const [, second] = find(graph, plain("weft"));
    const one = replaceOperations(graph, TYPES, second ? [second] : [], "warp");
    expect(one).toHaveLength(1);
    const changed = applyOperations(graph, one).document;
    expect(replaceOperations(changed, TYPES, second ? [second] : [], "warp")).toEqual([]);
  });
});

describe("expressions", () => {
  it.each([
    [
      "we[fa]\\w+",
      [
        "a name 0",
        "a config.userPrompt 0",
        "a config.userPrompt 10",
        "a config.userPrompt 16",
        "b config.value.0.variable 0",
        "b config.value.0.value 0",
        "n config.text 2",
      ],
    ],
    ["^weave", ["a name 0", "a config.userPrompt 0", "a config.userPrompt 16"]],
    ["x*", []],
  ])("find %s", (query, found) => {
    expect(places(graph, expression(query))).toEqual(found);
  });

  it("keep to capitals, whole words and what lies outside references", () => {
    expect(places(graph, expression("w\\w*ve", { matchCase: true }))).toEqual([
      "a config.userPrompt 16",
      "n config.text 2",
    ]);
    expect(places(graph, expression("weav.", { wholeWord: true }))).not.toContain("n config.text 2");
    const linked = documentOf([
      node("x", "template", { name: "X", config: { template: "{{ nodes.text.y }} text" } }),
    ]);
    expect(places(linked, expression("t.xt")).join()).toBe("x config.template 19");
  });

  it.each([
    ["(weft", "group"],
    ["weft)", "closing"],
    ["[a-", "class"],
    ["[z-a]", "class"],
    ["*weft", "repeat"],
    ["\\q", "escape"],
    ["weft\\", "escape"],
  ])("say what is wrong with %s", (query, problem) => {
    expect(expressionOf(expression(query))).toBe(problem);
  });

  it.each([
    ["$2 $1", "weft the"],
    ["$<second>!", "weft!"],
    ["[$&] $$1", "[the weft] $1"],
    ["$3 $<none> $12", "$3 $<none> the2"],
    ["$0", "$0"],
  ])("put groups into the words %s", (replacement, text) => {
    const pattern = expressionOf(expression("(the) (?<second>\\w+)"));
    if (!(pattern instanceof RegExp)) throw new Error(pattern);
    const [match] = matchesIn("see the weft", pattern);
    expect(match && expanded(replacement, "see the weft", match)).toBe(text);
  });

  it("replace everywhere, a group that took no part by nothing", () => {
    const after = replaceAll(graph, expression("(un)?weave(d| on)?"), "<$1|$2>");
    expect(after.nodes.n?.config.text).toBe("<un|d>");
    expect(after.nodes.a?.config.userPrompt).toBe("<|> the weft.\n<| on>");
  });
});
