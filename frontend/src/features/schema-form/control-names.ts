/** Values of `x-widget` that have a control of their own; everything else is drawn by its JSON type. */

export const FIELD_CONTROLS: ReadonlySet<string> = new Set([
  "template",
  "template-line",
  "code",
  "secret",
  "provider",
  "model",
  "tools",
  "tool",
  "builtin-tools",
  "tool-choice",
  "conditions",
  "key-values",
  "lines",
  "assignments",
  "named-outputs",
  "fields",
  "parameters",
  "json",
  "cel",
  "switch",
]);
