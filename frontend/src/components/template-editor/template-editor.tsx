/** The field for prompts and other templates; its editor is loaded when the first one is shown. */

import { EditorPlaceholder } from "@/components/editor-placeholder";
import { lazyComponent } from "@/components/lazy-component";
import type { TemplateEditorProps } from "./template-editor-view";

export const TemplateEditor = lazyComponent<TemplateEditorProps>(
  async () => (await import("./template-editor-view")).default,
  ({ id, singleLine }) => <EditorPlaceholder name={id} height={singleLine ? 30 : 96} />,
);
