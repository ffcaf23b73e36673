/** Every control by its name. What the form of a node begins with is there at once, the rest is loaded when it is shown. */

import type { ComponentType } from "react";
import { lazyComponent } from "@/components/lazy-component";
import type { ControlProps } from "../control";
import type { ControlName } from "../control-names";
import type { LATE_CONTROLS } from "./late-controls";
import { LatePlace } from "./late-place";
import { SelectControl, TextControl } from "./plain-controls";
import { LabelledSwitch, LinesControl, LongTextControl, SwitchControl } from "./scalar-controls";
import { ExpressionControl, TemplateControl, TemplateLineControl } from "./text-controls";

/** The value of a field is whatever its schema says; each control knows its own type. */
type AnyControl = ComponentType<ControlProps<never>>;

const late = (name: keyof typeof LATE_CONTROLS) =>
  lazyComponent<ControlProps<never>>(
    async () => (await import("./late-controls")).LATE_CONTROLS[name],
    LatePlace,
  );

export const CONTROLS: Readonly<Record<ControlName, AnyControl & { preload?: () => Promise<unknown> }>> = {
  assignments: late("assignments"),
  branches: late("branches"),
  conditions: late("conditions"),
  "extracted-fields": late("extracted-fields"),
  fields: late("fields"),
  "granted-functions": late("granted-functions"),
  "key-values": late("key-values"),
  "named-outputs": late("named-outputs"),
  parameters: late("parameters"),
  rows: late("rows"),
  "long-text": LongTextControl,
  workflow: late("workflow"),
  template: TemplateControl,
  "template-line": TemplateLineControl,
  "request-url": late("request-url"),
  cel: ExpressionControl,
  code: late("code"),
  json: late("json"),
  "json-template": late("json-template"),
  arguments: late("arguments"),
  secret: late("secret"),
  colour: late("colour"),
  credential: late("credential"),
  "knowledge-base": late("knowledge-base"),
  "data-table": late("data-table"),
  "code-runner": late("code-runner"),
  functions: late("functions"),
  openapi: late("openapi"),
  lines: LinesControl,
  switch: SwitchControl,
  "labelled-switch": LabelledSwitch,
  "tri-state": late("tri-state"),
  model: late("model"),
  tools: late("tools"),
  tool: late("tool"),
  "tool-choice": late("tool-choice"),
  skill: late("skill"),
  day: late("day"),
  "time-zone": late("time-zone"),
  sender: late("sender"),
  text: TextControl,
  number: late("number"),
  select: SelectControl,
  object: late("object"),
  objects: late("objects"),
};

export async function preloadControls(): Promise<void> {
  await Promise.all(Object.values(CONTROLS).map((control) => control.preload?.()));
}
