/**
 * References in each text field of all node types follow a renamed node. A Python test runs this with its catalogue and
 * its fields in the files that FLOWLOOM_NODE_TYPES and FLOWLOOM_TEXT_FIELDS name.
 */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject, NodeTypeInfo } from "@/api/types";
import { documentOf, node } from "@/test/documents";
import { applyOperations } from "./operations";
import { renameOperations } from "./references";
import { indexNodeTypes } from "./types";

type Language = "template" | "cel" | "none";
/** A config with `BEFORE` in one field. */
type TextField = { type: string; pointer: string; config: JsonObject; language: Language };

const read = <T>(name: string): T[] => JSON.parse(readFileSync(process.env[name] ?? "", "utf8"));
const TYPES = indexNodeTypes(read<NodeTypeInfo>("FLOWLOOM_NODE_TYPES"));
const BEFORE = "抓取.a {{ 抓取.b }}";
const AFTER: Record<Language, string> = {
  template: "抓取.a {{ 来源.b }}",
  cel: "来源.a {{ 来源.b }}",
  none: BEFORE,
};

describe("references", () => {
  it.each(
    read<TextField>("FLOWLOOM_TEXT_FIELDS").map(
      (field, at) => [at, field.type, field.pointer, field] as const,
    ),
  )("%d: %s%s", (_at, type, _pointer, { config, language }) => {
    const document = documentOf([node("fetch", "set", { name: "抓取" }), node("other", type, { config })]);
    const renamed = applyOperations(document, renameOperations(document, TYPES, "fetch", "来源")).document;
    const expected = JSON.stringify(config).replace(BEFORE, AFTER[language]);
    expect(JSON.stringify(config)).toContain(BEFORE);
    expect(JSON.stringify(renamed.nodes.other?.config)).toBe(expected);
  });
});
