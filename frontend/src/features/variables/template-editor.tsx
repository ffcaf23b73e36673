/** The field for prompts and other templates; its editor is loaded when the first one is shown. */

import { EditorPlaceholder } from "@/components/editor-placeholder";
import { late } from "@/components/late";
import type { ReferenceLanguage } from "@/document/reference-path";
import type { VariableGroup } from "@/document/variables";

export type TemplateEditorProps = {
  id: string;
  label: string;
  value: string;
  placeholder: string;
  singleLine?: boolean;
  /** What references are written in; `template` when it is left out. */
  language?: ReferenceLanguage;
  variables: VariableGroup[];
  readOnly: boolean;
  onChange: (value: string) => void;
};

export const TemplateEditor = late<TemplateEditorProps>(
  async () => (await import("./template-editor-view")).default,
  ({ id, singleLine }) => <EditorPlaceholder name={id} height={singleLine ? 30 : 96} />,
);
