/** Refuses what would make a text too long for the editor and for the server, as a large paste does. */

import { EditorState, type Extension } from "@codemirror/state";
import { MAX_CHARACTERS } from "@/lib/long-pastes";

/** @param onRefused takes the length that the text would have had. */
export function limitLength(onRefused: (length: number) => void): Extension {
  return EditorState.changeFilter.of(({ changes: { length, newLength } }) => {
    // A text that came in too long may be made shorter.
    if (newLength <= MAX_CHARACTERS || newLength <= length) return true;
    onRefused(newLength);
    return false;
  });
}
