import { Skeleton } from "@mantine/core";
import type { CodeEditorProps } from "@/components/code-editor-props";
import { late } from "@/components/late";

/** A code field; CodeMirror arrives only when the first one is shown. */
export const CodeEditor = late<CodeEditorProps>(
  async () => (await import("@/components/code-mirror-editor")).default,
  ({ minLines = 4 }) => <Skeleton height={minLines * 20 + 12} radius="md" />,
);
