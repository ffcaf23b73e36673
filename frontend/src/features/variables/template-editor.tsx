/** The field for prompts and other templates; its editor is loaded when the first one is shown. */

import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { VariableGroup } from "@/document/variables";

const TemplateEditorView = lazy(() => import("./template-editor-view"));

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

export function TemplateEditor(props: TemplateEditorProps) {
  return (
    <Suspense fallback={<Skeleton height={props.singleLine ? 30 : 96} />}>
      <TemplateEditorView {...props} />
    </Suspense>
  );
}
