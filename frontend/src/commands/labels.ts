/** What a step of the history is called: shown as "Undo …". */

import type { Message } from "@/i18n/local-text";

const EDITS = [
  "add",
  "remove",
  "move",
  "connect",
  "reconnect",
  "insert",
  "paste",
  "cut",
  "duplicate",
  "rename",
  "bypass",
  "fold",
  "resize",
  "write",
  "group",
  "ungroup",
  "pin",
  "layout",
] as const;

export const LABELS = Object.fromEntries(
  EDITS.map((edit) => [edit, { key: `commands:edit.${edit}` }]),
) as Record<(typeof EDITS)[number], Message>;
