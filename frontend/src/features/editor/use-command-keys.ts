/** Keys of the editor: one listener that asks the commands. */

import { useEffect } from "react";
import { keysOf } from "@/commands/bindings";
import type { Editor } from "@/commands/editor-context";
import { isTyping, matchesKeys } from "@/commands/keys";
import { COMMANDS } from "@/commands/registry";
import type { Command } from "@/commands/types";
import { useUi } from "@/stores/ui-store";

export function useCommandKeys(editor: Editor): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isVersionShown()) return;
      if (leaveField(editor, event)) return;
      const command = COMMANDS.find((candidate) => isMeant(candidate, event) && candidate.when(editor));
      if (!command) return;
      event.preventDefault();
      void command.run(editor, event);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [editor]);
}

/** What is selected there is no part of the draft: it can be neither moved nor deleted. */
export function isVersionShown(): boolean {
  return useUi.getState().dialog === "versions";
}

function isMeant(command: Command, event: KeyboardEvent): boolean {
  if (command.native || !keysOf(command).some((keys) => matchesKeys(keys, event))) return false;
  if (command.inFields) return true;
  return !isTyping(event.target) && !isUsedByControl(event);
}

const CONTROLS =
  "button, a[href], summary, [role='tab'], [role='separator'], [role='radio'], [role='slider']";

/** Enter, space and arrows belong to the control that has the focus. */
function isUsedByControl(event: KeyboardEvent): boolean {
  const takesKey = event.key === "Enter" || event.key === " " || event.key.startsWith("Arrow");
  return takesKey && event.target instanceof Element && event.target.closest(CONTROLS) !== null;
}

/** Escape leaves a text field, or the panel, for the canvas; the next one clears the selection. */
function leaveField(editor: Editor, event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.key !== "Escape" || !(target instanceof HTMLElement)) return false;
  if (!isTyping(target) && target.closest("aside") === null) return false;
  if (target.closest("[role='dialog'], [role='menu']") || target.getAttribute("aria-expanded") === "true")
    return false;
  target.blur();
  editor.canvas.focus();
  event.preventDefault();
  return true;
}
