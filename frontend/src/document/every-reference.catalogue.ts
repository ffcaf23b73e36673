/**
 * References in each text field of all node types follow a node with another name or key. A Python test runs this with
 * its catalogue and its fields in the files that FLOWLOOM_NODE_TYPES and FLOWLOOM_TEXT_FIELDS name.
 */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject, NodeTypeInfo } from "@/api/types";
import { createDocumentStore } from "@/stores/document-store";
import { documentOf, node, toLists } from "@/test/documents";
import { applyOperations } from "./operations";
import { renameOperations } from "./references";
import { type GraphOperation, indexNodeTypes } from "./types";

type Language = "template" | "cel" | "none";
/** A config with `BEFORE` in one field. */
type TextField = { type: string; pointer: string; config: JsonObject; language: Language };

const read = <T>(name: string): T[] => JSON.parse(readFileSync(process.env[name] ?? "", "utf8"));
const TYPES = indexNodeTypes(read<NodeTypeInfo>("FLOWLOOM_NODE_TYPES"));
const FIELDS = read<TextField>("FLOWLOOM_TEXT_FIELDS").map(
  (field, at) => [at, field.type, field.pointer, field] as const,
);
const BEFORE = "抓取.a {{ 抓取.b }}";
const AFTER: Record<Language, string> = {
  template: "抓取.a {{ 来源.b }}",
  cel: "来源.a {{ 来源.b }}",
  none: BEFORE,
};

describe("references to a name", () => {
  it.each(FIELDS)("%d: %s%s", (_at, type, _pointer, { config, language }) => {
    const document = documentOf([node("fetch", "set", { name: "抓取" }), node("other", type, { config })]);
    const renamed = applyOperations(document, renameOperations(document, TYPES, "fetch", "来源")).document;
    const expected = JSON.stringify(config).replace(BEFORE, AFTER[language]);
    expect(JSON.stringify(config)).toContain(BEFORE);
    expect(JSON.stringify(renamed.nodes.other?.config)).toBe(expected);
  });
});

const BY_KEY = "nodes.fetch.a {{ nodes.fetch.b }}";
const BY_NEW_KEY: Record<Language, string> = {
  template: "nodes.fetch.a {{ nodes.fetch_2.b }}",
  cel: "nodes.fetch_2.a {{ nodes.fetch_2.b }}",
  none: BY_KEY,
};

describe("references to a key, undone and done again,", () => {
  it.each(FIELDS)("%d: %s%s", (_at, type, _pointer, { config, language }) => {
    const written = (text: string): JsonObject => JSON.parse(JSON.stringify(config).replace(BEFORE, text));
    const store = createDocumentStore();
    const edit = (operation: GraphOperation) =>
      store.getState().applyChanges([operation], { label: { en: "Edit" } });
    const expectFollowed = () =>
      expect(store.getState().nodes.other?.config).toEqual(written(BY_NEW_KEY[language]));
    store.getState().load("w1", { ...toLists(documentOf([])), revision: 1, problems: [] });
    store.setState({ types: TYPES });
    edit({ op: "add_node", node: node("other", type) });
    edit({ op: "update_node", key: "other", changes: { config: written(BY_KEY) } });
    edit({ op: "remove_node", key: "other" });
    edit({ op: "add_node", node: node("fetch", "set") });
    const theirs: GraphOperation[] = [{ op: "add_node", node: node("fetch", "note") }];
    const receive = () =>
      store.getState().receive({ revision: 2, operations: theirs, batch: null, user: "eve", at: "" });
    receive();
    const { undo, redo } = store.getState();
    undo();
    undo();
    expectFollowed();
    undo();
    undo();
    redo();
    redo();
    expectFollowed();
  });
});
