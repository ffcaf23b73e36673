import type { CodeFinding } from "@/api/types";

export type CodeEditorProps = {
  value: string;
  onChange: (value: string) => void;
  language?: "javascript" | "json" | "python" | "text";
  placeholder?: string;
  minLines?: number;
  maxLines?: number;
  readOnly?: boolean;
  /** Accessible name; the editor has no label element of its own. */
  label?: string;
  invalid?: boolean;
  /** Code problems, marked at their lines; absent without checks. */
  findings?: readonly CodeFinding[];
};
