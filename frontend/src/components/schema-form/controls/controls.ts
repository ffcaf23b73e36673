/** Every control by its name. */

import type { ComponentType } from "react";
import type { ControlProps } from "../control";
import type { ControlName } from "../control-names";
import { ArgumentsControl } from "./arguments-control";
import { DayControl, TimeZoneControl } from "./calendar-controls";
import { CodeControl } from "./code-control";
import { CredentialControl } from "./credential-control";
import { FunctionsControl } from "./functions-control";
import { JsonControl, JsonTemplateControl } from "./json-controls";
import { KnowledgeBaseControl } from "./knowledge-base-control";
import { ModelControl } from "./model-control";
import { ObjectControl, ObjectsControl } from "./nested-controls";
import { NumberControl, SelectControl, TextControl } from "./plain-controls";
import { RowsControl } from "./rows-control";
import {
  ColourControl,
  LinesControl,
  LongTextControl,
  SecretControl,
  SwitchControl,
  TriStateControl,
} from "./scalar-controls";
import { SenderControl } from "./sender-control";
import { SkillControl } from "./skill-control";
import { ExpressionControl, TemplateControl, TemplateLineControl } from "./text-controls";
import { ToolChoiceControl } from "./tool-choice-control";
import { ToolControl } from "./tool-control";
import { ToolsControl } from "./tools-control";
import { WorkflowControl } from "./workflow-control";

/** The value of a field is whatever its schema says; each control knows its own type. */
type AnyControl = ComponentType<ControlProps<never>>;

export const CONTROLS: Readonly<Record<ControlName, AnyControl>> = {
  assignments: RowsControl,
  branches: RowsControl,
  conditions: RowsControl,
  "extracted-fields": RowsControl,
  fields: RowsControl,
  "granted-functions": RowsControl,
  "key-values": RowsControl,
  "named-outputs": RowsControl,
  parameters: RowsControl,
  rows: RowsControl,
  "long-text": LongTextControl,
  workflow: WorkflowControl,
  template: TemplateControl,
  "template-line": TemplateLineControl,
  cel: ExpressionControl,
  code: CodeControl,
  json: JsonControl,
  "json-template": JsonTemplateControl,
  arguments: ArgumentsControl,
  secret: SecretControl,
  credential: CredentialControl,
  "knowledge-base": KnowledgeBaseControl,
  functions: FunctionsControl,
  lines: LinesControl,
  switch: SwitchControl,
  "tri-state": TriStateControl,
  model: ModelControl,
  tools: ToolsControl,
  tool: ToolControl,
  "tool-choice": ToolChoiceControl,
  skill: SkillControl,
  day: DayControl,
  "time-zone": TimeZoneControl,
  sender: SenderControl,
  colour: ColourControl,
  text: TextControl,
  number: NumberControl,
  select: SelectControl,
  object: ObjectControl,
  objects: ObjectsControl,
};
