/** Accidental edits are reported with Undo: deleting, pasting, tidying, bypassing, the mode. */

import { useEffect } from "react";
import { LABELS } from "@/commands/labels";
import { localText } from "@/i18n/local-text";
import type { DocumentStore } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import { notifyUndoable } from "./notify-hint";

const SLIPS = ["remove", "cut", "paste", "duplicate", "bypass", "layout"] as const;

export function useUndoNotices(document: DocumentStore): void {
  useEffect(() => {
    let hide = () => {};
    const offer = (key: string, undo: () => void) => {
      hide();
      hide = notifyUndoable(localText({ key: `commands:done.${key}` }), undo);
    };
    const stopEdits = document.subscribe(({ history: now }, { history: before }) => {
      const last = now.past.at(-1);
      if (last === before.past.at(-1)) return;
      // Undo takes back the last edit, which is another one now.
      hide();
      const slip = SLIPS.find((name) => LABELS[name] === last?.label);
      if (slip && now.past.length >= before.past.length) offer(slip, () => document.getState().undo());
    });
    const stopModes = useUi.subscribe(({ runMode }, { runMode: before }) => {
      if (runMode !== before) offer(runMode, () => useUi.getState().set({ runMode: before }));
    });
    return () => {
      hide();
      stopEdits();
      stopModes();
    };
  }, [document]);
}
