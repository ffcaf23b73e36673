/** The columns of every list-of-rows control, by `x-widget`; of `rows` they are the fields of the schema. */

import type { Json, JsonSchema, LocalText } from "@/api/types";
import { textsOf } from "@/document/config";
import { type FormSchema, inLanguage, readSchema } from "@/document/form-schema";
import { rowWords } from "@/document/summary";
import type { Language } from "@/i18n";
import { localText } from "@/i18n/local-text";

export type RowValue = Readonly<Record<string, string | boolean | number | string[] | null>>;

export type Column = {
  key: string;
  kind: "text" | "template" | "select" | "switch" | "lines" | "tool" | "number" | "choices" | "words";
  /** Label of the cell, with a default. */
  title?: string;
  placeholder?: string;
  min?: number;
  max?: number;
  options?: readonly string[];
  /** Labels of options, with defaults. */
  labels?: Readonly<Record<string, LocalText>>;
  /** Label of the chosen option, where it depends on other cells of the row; empty where it does not. */
  inRow?: (row: RowValue) => string;
  wide?: boolean;
  /** Shown only when another cell of the row holds one of these values. */
  showIf?: { key: string; values: readonly string[] };
};

type RowsSpec = {
  columns: readonly Column[];
  empty: RowValue;
  /** Each row is known by an id that people do not see. */
  hasId?: boolean;
};

const NAMED_VALUE: RowsSpec = {
  columns: [
    { key: "name", kind: "text" },
    { key: "value", kind: "template" },
  ],
  empty: { name: "", value: "" },
};

const ROWS: Readonly<Record<string, RowsSpec>> = {
  "key-values": {
    columns: [
      { key: "key", kind: "text" },
      { key: "value", kind: "template" },
    ],
    empty: { key: "", value: "" },
  },
  assignments: NAMED_VALUE,
  "named-outputs": NAMED_VALUE,
  parameters: {
    columns: [
      { key: "name", kind: "text" },
      { key: "type", kind: "select", options: ["string", "number", "boolean", "array", "object"] },
      { key: "description", kind: "text", wide: true },
      { key: "required", kind: "switch" },
    ],
    empty: { name: "", type: "string", description: "", required: true },
  },
  "granted-functions": {
    columns: [
      { key: "name", kind: "text" },
      { key: "tool", kind: "tool" },
    ],
    empty: { name: "", tool: "" },
  },
  "extracted-fields": {
    columns: [
      { key: "name", kind: "text" },
      { key: "type", kind: "select", options: ["string", "number", "boolean", "array", "object"] },
      { key: "description", kind: "text", wide: true },
      { key: "enum", kind: "lines", wide: true, showIf: { key: "type", values: ["string"] } },
      { key: "required", kind: "switch" },
    ],
    empty: { name: "", type: "string", description: "", required: false, enum: [] },
  },
};

/** The columns of a list, by the schema of its field. */
export function rowsSpec(schema: JsonSchema, language: Language): RowsSpec | undefined {
  const { items, "x-widget": widget = "" } = readSchema(schema);
  const cells = items?.properties ?? {};
  if (widget === "branches") return branchesSpec(cells);
  if (widget === "rows") return schemaSpec(cells, language);
  return widget === "conditions" ? conditionsSpec(cells) : ROWS[widget];
}

type Cells = Record<string, FormSchema>;

/** Comparisons: which there are, and which of them look at the value alone, is written in the schema. */
function conditionsSpec({ operator, value }: Cells): RowsSpec {
  const labels = operator?.["x-enum-labels"] ?? {};
  const values = textsOf(value?.["x-show-if"]?.operator);
  return {
    columns: [
      { key: "variable", kind: "template", wide: true },
      { key: "operator", kind: "select", options: Object.keys(labels), labels },
      { key: "value", kind: "template", showIf: { key: "operator", values } },
    ],
    empty: { variable: "", operator: "equals", value: "" },
  };
}

/** Rows of plain fields. */
function schemaSpec(cells: Cells, language: Language): RowsSpec {
  return {
    columns: Object.entries(cells).map(([key, cell]): Column => {
      const { title = key, "x-placeholder": placeholder = "", items = cell } = inLanguage(cell, language);
      const ways = cell["x-summary"];
      const [condition] = Object.entries(cell["x-show-if"] ?? {});
      return {
        key,
        title,
        kind: cellKind(cell),
        // Several values have a line of their own, and leave theirs to the words before them.
        wide: cell.type === "array",
        min: cell.minimum,
        max: cell.maximum,
        placeholder: localText(placeholder, language),
        options: textsOf(items.enum),
        labels: items["x-enum-labels"],
        inRow:
          ways &&
          ((row) =>
            rowWords(ways, { type: "object", properties: cells }, row, (text) => localText(text, language))),
        showIf: condition && { key: condition[0], values: textsOf(condition[1]) },
      };
    }),
    empty: Object.fromEntries(
      Object.entries(cells).map(([key, cell]) => [key, cellValue(cell.default ?? cell.enum?.[0])]),
    ),
  };
}

function cellKind({ type, items, enum: choices, "x-widget": widget }: FormSchema): Column["kind"] {
  if (type === "array") return items?.enum ? "choices" : "words";
  if (type === "integer") return "number";
  if (widget === "template-line") return "template";
  return choices ? "select" : "text";
}

const cellValue = (value: Json | undefined): RowValue[string] =>
  Array.isArray(value) ? textsOf(value) : typeof value === "object" ? null : (value ?? "");

/** Ways out of a node: each has a label; what leads there is another matter for each kind of node. */
function branchesSpec(cells: Cells): RowsSpec {
  const others = Object.keys(cells).filter((name) => name !== "id" && name !== "label");
  return {
    columns: [
      { key: "label", kind: "text", wide: others.length > 1 },
      ...others.map((key): Column => ({ key, kind: "template", wide: true })),
    ],
    empty: Object.fromEntries(["label", ...others].map((key) => [key, ""])),
    hasId: true,
  };
}

/** A new row; where rows are ports of the node, it has an id that no other row has. */
export function emptyRow(spec: RowsSpec, rows: readonly { [key: string]: unknown }[]): RowsSpec["empty"] {
  if (!spec.hasId) return { ...spec.empty };
  const taken = new Set(rows.map(({ id }) => id));
  let number = rows.length + 1;
  while (taken.has(`branch_${number}`)) number += 1;
  return { ...spec.empty, id: `branch_${number}` };
}
