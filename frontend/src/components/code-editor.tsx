import type { CodeEditorProps } from "@/components/code-editor-props";
import { EditorPlaceholder } from "@/components/editor-placeholder";
import { lazyComponent } from "@/components/lazy-component";

/** A code field; CodeMirror arrives only when the first one is shown. */
export const CodeEditor = lazyComponent<CodeEditorProps>(
  async () => (await import("@/components/code-mirror-editor")).default,
  ({ label = "", minLines = 4 }) => <EditorPlaceholder name={label} height={minLines * 20 + 12} />,
);
