import type { Approval } from "@/api/types";
import { textOf } from "@/document/config";

/** The tool by which an agent hands over to a person: its call is a question, and the comment on it the answer. */
const ASK_PERSON = "system:ask_person";

/** A model's question to a person; null for other waits. */
export function questionOf({ payload }: Approval): string | null {
  if (payload.kind !== "tool_approval" || payload.tool_id !== ASK_PERSON) return null;
  return textOf(payload.arguments.question);
}
