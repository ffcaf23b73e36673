/** Keys of the editor: one listener that asks the commands. */

import { useEffect } from "react";
import { keysOf } from "@/commands/bindings";
import type { Editor } from "@/commands/editor-context";
import { isInLayer, isTyping, matchesKeys, parseKeys } from "@/commands/keys";
import { COMMANDS } from "@/commands/registry";
import type { Command } from "@/commands/types";
import { bufferTextBriefly, LONGEST_OPENING_MS } from "@/lib/take-focus";
import { isOpening, useUi } from "@/stores/ui-store";

export function useCommandKeys(editor: Editor): void {
  useEffect(() => {
    /** The part of the page that had the focus last. */
    let region: Element | null = null;
    const onFocusIn = ({ target }: FocusEvent) => {
      region = target instanceof Element ? target.closest(REGIONS) : null;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isVersionShown()) return;
      // What had the focus is gone, and all around it.
      if (event.target === document.body && isGone(region)) editor.canvas.focus();
      if (leaveField(editor, event)) return;
      const command = COMMANDS.find(
        (candidate) => isMeant(editor, candidate, event) && candidate.when(editor),
      );
      if (!command) return;
      event.preventDefault();
      void command.run(editor, event);
    };
    const stopHolding = holdKeysWhileOpening();
    window.addEventListener("focusin", onFocusIn);
    window.addEventListener("keydown", onKeyDown);
    return () => {
      stopHolding();
      window.removeEventListener("focusin", onFocusIn);
      window.removeEventListener("keydown", onKeyDown);
    };
  }, [editor]);
}

const REGIONS = "aside, nav, search, section, [role=dialog], [role=menu], .fl-bar";

/** A part of the canvas may go alone: the canvas has the focus then. */
const isGone = (region: Element | null) => !region?.isConnected || region.matches("[data-focus-home]");

/** Parts that open are often loaded first: what is typed meanwhile is for them. */
function holdKeysWhileOpening(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = useUi.subscribe((now, before) => {
    if (!isOpening(now) || isOpening(before)) return;
    bufferTextBriefly(LONGEST_OPENING_MS);
    clearTimeout(timer);
    timer = setTimeout(() => useUi.getState().set({ opening: null, focusField: null }), LONGEST_OPENING_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** The selection in a displayed version is not part of the draft, so it cannot be moved or deleted. */
export function isVersionShown(): boolean {
  return useUi.getState().dialog === "versions";
}

function isMeant(editor: Editor, command: Command, event: KeyboardEvent): boolean {
  if (command.native) return false;
  const pressed = keysOf(command).find((keys) => matchesKeys(keys, event));
  if (pressed === undefined) return false;
  if (command.inFields) return !isInLayer(event.target) || command.group === "help";
  if (isTyping(event.target) || isUsedByControl(event)) return false;
  const { key, mod, alt } = parseKeys(pressed);
  return mod || alt || key === "Escape" || (editor.canvas.hasFocus() && !isOpening(useUi.getState()));
}

const CONTROLS =
  "button, a[href], summary, [role='tab'], [role='separator'], [role='radio'], [role='slider']";

/** Enter, space and arrows belong to the control that has the focus. */
function isUsedByControl(event: KeyboardEvent): boolean {
  const takesKey = event.key === "Enter" || event.key === " " || event.key.startsWith("Arrow");
  return takesKey && event.target instanceof Element && event.target.closest(CONTROLS) !== null;
}

const PANELS = "aside, nav, section, search";

/** Escape leaves a text field, or a panel, for the canvas; the next one clears the selection. */
function leaveField(editor: Editor, event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.key !== "Escape" || !(target instanceof HTMLElement)) return false;
  const isInPanel = !editor.canvas.hasFocus() && target.closest(PANELS) !== null;
  if (!isTyping(target) && !isInPanel) return false;
  if (target.closest("[role='dialog'], [role='menu']") || target.getAttribute("aria-expanded") === "true")
    return false;
  target.blur();
  editor.canvas.focus();
  event.preventDefault();
  return true;
}
