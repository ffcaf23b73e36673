import { useEffect } from "react";
import { HELP } from "@/commands/all/help";
import { keysOf } from "@/commands/bindings";
import { matchesKeys } from "@/commands/keys";
import { replayKeys } from "@/lib/key-buffer";
import { openCommandPalette } from "@/stores/command-palette-store";

/** Ctrl+K opens the command palette on every screen, also when it was pressed before the screen was there. */
export function useCommandPaletteKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isMine = HELP.filter(({ id }) => id === "command-palette")
        .flatMap((command) => keysOf(command))
        .some((keys) => matchesKeys(keys, event));
      if (event.defaultPrevented || !isMine) return;
      event.preventDefault();
      openCommandPalette();
    };
    window.addEventListener("keydown", onKeyDown);
    replayKeys();
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
