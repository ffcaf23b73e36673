/** Ctrl+C, X and V through the browser's own events: they reach the system clipboard without asking for a right. */

import { useEffect } from "react";
import { rememberCopied } from "@/commands/clipboard";
import { canEdit } from "@/commands/conditions";
import type { Editor } from "@/commands/editor-context";
import { copySelection, pasteText, removeSelection } from "@/commands/edits";
import { isTyping } from "@/commands/keys";
import { LABELS } from "@/commands/labels";
import { isVersionShown } from "./use-command-keys";

export function useClipboardEvents(editor: Editor): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent): boolean => {
      if (isTyping(event.target) || hasSelectedText() || isVersionShown()) return false;
      const text = copySelection(editor);
      if (text === null) return false;
      event.clipboardData?.setData("text/plain", text);
      rememberCopied(text);
      event.preventDefault();
      return true;
    };
    const cut = (event: ClipboardEvent) => {
      if (canEdit(editor) && editor.canvas.hasFocus() && copy(event)) removeSelection(editor, LABELS.cut);
    };
    const paste = (event: ClipboardEvent) => {
      if (!editor.canvas.hasFocus() || isTyping(event.target) || isVersionShown()) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (pasteText(editor, text)) event.preventDefault();
      else if (text !== "" && canEdit(editor)) editor.notify({ key: "commands:nothingToPaste" });
    };
    document.addEventListener("copy", copy);
    document.addEventListener("cut", cut);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("copy", copy);
      document.removeEventListener("cut", cut);
      document.removeEventListener("paste", paste);
    };
  }, [editor]);
}

function hasSelectedText(): boolean {
  return window.getSelection()?.isCollapsed === false;
}
