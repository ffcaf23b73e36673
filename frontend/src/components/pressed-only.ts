import type { KeyboardEvent } from "react";

/**
 * For the `onKeyDown` of forms that are sent by their button only: Enter in a line changes nothing.
 *
 * What goes live, starts or limits runs must not come of a line that somebody typed without looking.
 */
export function pressedOnly(event: KeyboardEvent): void {
  const isChord = event.ctrlKey || event.metaKey;
  if (event.key === "Enter" && !isChord && event.target instanceof HTMLInputElement) event.preventDefault();
}
