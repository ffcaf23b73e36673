import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { CodeEditorProps } from "@/components/code-editor-props";

const CodeMirrorEditor = lazy(() => import("@/components/code-mirror-editor"));

/** A code field; CodeMirror arrives only when the first one is shown. */
export function CodeEditor(props: CodeEditorProps) {
  const height = (props.minLines ?? 4) * 20 + 12;
  return (
    <Suspense fallback={<Skeleton height={height} radius="md" />}>
      <CodeMirrorEditor {...props} />
    </Suspense>
  );
}
