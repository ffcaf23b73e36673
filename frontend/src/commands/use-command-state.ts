import { useCallback, useSyncExternalStore } from "react";
import { useEditor } from "@/commands/editor-context";
import type { Command } from "@/commands/types";
import { useUi } from "@/stores/ui-store";

/** True if a command is available; follows all stores but renders only on changes. */
export function useCommandState(command: Command): boolean {
  const editor = useEditor();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [
        editor.document.subscribe(listener),
        editor.run.subscribe(listener),
        useUi.subscribe(listener),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [editor],
  );
  return useSyncExternalStore(subscribe, () => command.when(editor));
}
