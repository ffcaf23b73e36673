/** The columns of every list-of-rows control, by `x-widget`. */

export type Column = {
  key: string;
  kind: "text" | "template" | "select" | "switch" | "lines";
  options?: readonly string[];
  wide?: boolean;
  /** Shown only when another cell of the row holds one of these values. */
  showIf?: { key: string; values: readonly string[] };
};

export type RowsSpec = {
  columns: readonly Column[];
  empty: Readonly<Record<string, string | boolean | string[] | null>>;
};

export const OPERATORS = [
  "equals",
  "notEquals",
  "greaterThan",
  "lessThan",
  "greaterOrEqual",
  "lessOrEqual",
  "contains",
  "notContains",
  "startsWith",
  "endsWith",
  "isEmpty",
  "isNotEmpty",
] as const;

const VALUE_OPERATORS = OPERATORS.filter((operator) => operator !== "isEmpty" && operator !== "isNotEmpty");
const NAMED_VALUE: RowsSpec = {
  columns: [
    { key: "name", kind: "text" },
    { key: "value", kind: "template" },
  ],
  empty: { name: "", value: "" },
};

export const ROWS: Readonly<Record<string, RowsSpec>> = {
  "key-values": {
    columns: [
      { key: "key", kind: "text" },
      { key: "value", kind: "template" },
    ],
    empty: { key: "", value: "" },
  },
  assignments: NAMED_VALUE,
  "named-outputs": NAMED_VALUE,
  conditions: {
    columns: [
      { key: "variable", kind: "template", wide: true },
      { key: "operator", kind: "select", options: OPERATORS },
      { key: "value", kind: "template", showIf: { key: "operator", values: VALUE_OPERATORS } },
    ],
    empty: { variable: "", operator: "equals", value: "" },
  },
  fields: {
    columns: [
      { key: "name", kind: "text" },
      { key: "type", kind: "select", options: ["text", "paragraph", "number", "boolean", "select", "json"] },
      { key: "title", kind: "text" },
      { key: "default", kind: "text" },
      { key: "options", kind: "lines", wide: true, showIf: { key: "type", values: ["select"] } },
      { key: "description", kind: "text", wide: true },
      { key: "required", kind: "switch" },
    ],
    empty: {
      name: "",
      type: "text",
      title: "",
      required: false,
      default: null,
      description: "",
      options: [],
    },
  },
  parameters: {
    columns: [
      { key: "name", kind: "text" },
      { key: "type", kind: "select", options: ["string", "number", "boolean", "array", "object"] },
      { key: "description", kind: "text", wide: true },
      { key: "required", kind: "switch" },
    ],
    empty: { name: "", type: "string", description: "", required: true },
  },
};
