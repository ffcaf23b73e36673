import { useState } from "react";
import type { Attachment } from "@/api/types";

export type MessageDraft = { message: string; files: Attachment[] };
export type DraftProps = {
  draft: MessageDraft;
  onDraft: (update: (before: MessageDraft) => MessageDraft) => void;
};

export const EMPTY_DRAFT: MessageDraft = { message: "", files: [] };

/** The conversation that begins with the next message. */
const NEXT = "";

/** Unsent text in each conversation of a page. */
export function useDrafts() {
  const [drafts, setDrafts] = useState<Readonly<Record<string, MessageDraft>>>({});
  const draftOf = (conversation: string | null): DraftProps => {
    const id = conversation ?? NEXT;
    return {
      draft: drafts[id] ?? EMPTY_DRAFT,
      onDraft: (update) => setDrafts((all) => ({ ...all, [id]: update(all[id] ?? EMPTY_DRAFT) })),
    };
  };
  /** Moves text typed while the first message was being sent to the new conversation. */
  const begin = (conversation: string) =>
    setDrafts(({ [NEXT]: typed = EMPTY_DRAFT, ...others }) => ({ ...others, [conversation]: typed }));
  return { draftOf, begin };
}

/** Put a text that could not be sent back, before what was typed since. */
export const withReturned = (message: string) => (since: string) =>
  since === "" ? message : `${message}\n${since}`;
