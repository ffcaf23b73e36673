import type { KeyboardEvent } from "react";

/** Enter sends; with Shift it begins a new line, and while an input method composes it chooses a word. */
export function sendOnEnter(send: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
}
