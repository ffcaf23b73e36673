import { useRef } from "react";
import { newRunKey } from "@/lib/new-run-key";

const NONE = { content: "", key: "" };

/** A key for each message: the same while that message is sent again, so that it is answered once. */
export function useMessageKey() {
  const last = useRef(NONE);
  const keyOf = (content: string): string => {
    if (last.current.content !== content) last.current = { content, key: newRunKey() };
    return last.current.key;
  };
  const onSent = () => {
    last.current = NONE;
  };
  return { keyOf, onSent };
}
