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
  /** What is wrong with the code, marked at its lines; absent where code is not looked through. */
  findings?: readonly CodeFinding[];
};
