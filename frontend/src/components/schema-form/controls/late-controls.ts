/** Controls that few forms begin with. */

import { ArgumentsControl } from "./arguments-control";
import {
  CodeRunnerControl,
  DataTableControl,
  KnowledgeBaseControl,
  ModelControl,
  SenderControl,
  WorkflowControl,
} from "./choice-controls";
import { CodeControl } from "./code-control";
import { CredentialControl } from "./credential-control";
import { FieldsControl } from "./fields-control";
import { FunctionsControl } from "./functions-control";
import { JsonControl, JsonTemplateControl } from "./json-controls";
import { ObjectControl, ObjectsControl } from "./nested-controls";
import { OpenApiControl } from "./openapi-control";
import { RequestUrlControl } from "./request-url-control";
import { RowsControl } from "./rows-control";
import { SkillControl } from "./skill-control";
import { ToolChoiceControl } from "./tool-choice-control";
import { ToolControl } from "./tool-control";
import { ToolsControl } from "./tools-control";
import {
  ColourControl,
  DayControl,
  NumberControl,
  SecretControl,
  TimeZoneControl,
  TriStateControl,
} from "./value-controls";

export const LATE_CONTROLS = {
  assignments: RowsControl,
  branches: RowsControl,
  conditions: RowsControl,
  "extracted-fields": RowsControl,
  fields: FieldsControl,
  "granted-functions": RowsControl,
  "key-values": RowsControl,
  "named-outputs": RowsControl,
  parameters: RowsControl,
  "request-url": RequestUrlControl,
  rows: RowsControl,
  workflow: WorkflowControl,
  code: CodeControl,
  json: JsonControl,
  "json-template": JsonTemplateControl,
  arguments: ArgumentsControl,
  secret: SecretControl,
  colour: ColourControl,
  credential: CredentialControl,
  "knowledge-base": KnowledgeBaseControl,
  "data-table": DataTableControl,
  "code-runner": CodeRunnerControl,
  functions: FunctionsControl,
  openapi: OpenApiControl,
  "tri-state": TriStateControl,
  model: ModelControl,
  tools: ToolsControl,
  tool: ToolControl,
  "tool-choice": ToolChoiceControl,
  skill: SkillControl,
  day: DayControl,
  "time-zone": TimeZoneControl,
  sender: SenderControl,
  number: NumberControl,
  object: ObjectControl,
  objects: ObjectsControl,
};
