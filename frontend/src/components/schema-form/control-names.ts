/** The controls; the server names them by `x-widget`, and a field that names none has the one that fits its type. */

const CONTROL_NAMES = [
  "template",
  "template-line",
  "request-url",
  "code",
  "secret",
  "credential",
  "knowledge-base",
  "data-table",
  "code-runner",
  "functions",
  "openapi",
  "model",
  "tools",
  "tool",
  "tool-choice",
  "conditions",
  "rows",
  "key-values",
  "lines",
  "assignments",
  "named-outputs",
  "fields",
  "branches",
  "long-text",
  "workflow",
  "parameters",
  "granted-functions",
  "extracted-fields",
  "json",
  "json-template",
  "arguments",
  "cel",
  "switch",
  "labelled-switch",
  "tri-state",
  "skill",
  "day",
  "time-zone",
  "sender",
  "colour",
  "text",
  "number",
  "select",
  "object",
  "objects",
] as const;

export type ControlName = (typeof CONTROL_NAMES)[number];

const KNOWN: ReadonlySet<string> = new Set(CONTROL_NAMES);

export const isControlName = (name: unknown): name is ControlName =>
  typeof name === "string" && KNOWN.has(name);
