/** Context of a form's controls besides their value. */

import type { JsonObject, NodeTool } from "@/api/types";
import type { TemplateFiller } from "@/components/template-editor/template-preview";
import type { VariableGroup } from "@/document/variables";

export type FormContext = {
  /** Variables that templates of this form can refer to; empty outside the editor. */
  variables: VariableGroup[];
  /** The same for fields that a container evaluates inside a pass; absent elsewhere. */
  passVariables?: VariableGroup[];
  /** The whole value of the form, for controls that depend on another field. */
  values: JsonObject;
  /** Names of secret fields that hold a stored value. */
  secretsSet: string[];
  /** Id of the configured tool of these settings; absent for other forms and for a new tool. */
  toolId?: string;
  /** Id by which the workflow of this node is a tool: it cannot call itself. Absent outside the editor. */
  ownTool?: string;
  /** Fills in templates with the values of the last run; absent outside the editor. */
  preview?: TemplateFiller;
  /** Output for failures of this node; `change` sets it together with the values. Absent outside the editor. */
  errorBranch?: { isOn: boolean; change: (isOn: boolean, values: JsonObject) => void };
  /** Opens the settings of a tool of this node. */
  editTool?: (tool: NodeTool) => void;
  readOnly: boolean;
};

export const EMPTY_CONTEXT: FormContext = { variables: [], values: {}, secretsSet: [], readOnly: false };
