/** Controls that few forms begin with. */

import { ArgumentsControl } from "./arguments-control";
import { DayControl, TimeZoneControl } from "./calendar-controls";
import { CodeControl } from "./code-control";
import { CodeRunnerControl } from "./code-runner-control";
import { ColourControl } from "./colour-control";
import { CredentialControl } from "./credential-control";
import { DataTableControl } from "./data-table-control";
import { FieldsControl } from "./fields-control";
import { FunctionsControl } from "./functions-control";
import { JsonControl, JsonTemplateControl } from "./json-controls";
import { KnowledgeBaseControl } from "./knowledge-base-control";
import { ModelControl } from "./model-control";
import { ObjectControl, ObjectsControl } from "./nested-controls";
import { NumberControl } from "./number-control";
import { OpenApiControl } from "./openapi-control";
import { RequestUrlControl } from "./request-url-control";
import { RowsControl } from "./rows-control";
import { SecretControl } from "./secret-control";
import { SenderControl } from "./sender-control";
import { SkillControl } from "./skill-control";
import { ToolChoiceControl } from "./tool-choice-control";
import { ToolControl } from "./tool-control";
import { ToolsControl } from "./tools-control";
import { TriStateControl } from "./tri-state-control";
import { WorkflowControl } from "./workflow-control";

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
