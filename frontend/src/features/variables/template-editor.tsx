/** The field for prompts and other templates; its editor is loaded when the first one is shown. */

import { Skeleton } from "@mantine/core";
import { late } from "@/components/late";
import type { VariableGroup } from "@/document/variables";

export type TemplateEditorProps = {
  id: string;
  label: string;
  value: string;
  placeholder: string;
  singleLine?: boolean;
  variables: VariableGroup[];
  readOnly: boolean;
  onChange: (value: string) => void;
};

export const TemplateEditor = late<TemplateEditorProps>(
  async () => (await import("./template-editor-view")).default,
  ({ singleLine }) => <Skeleton height={singleLine ? 30 : 96} />,
);
