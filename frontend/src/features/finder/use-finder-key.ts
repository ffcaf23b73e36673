import { useEffect } from "react";
import commandPalette from "@/commands/all/command-palette";
import { matchesKeys } from "@/commands/keys";
import { releaseKeys } from "@/lib/held-keys";
import { openFinder } from "@/stores/finder-store";

/** Ctrl+K opens the finder on every screen, also when it was pressed before the screen was there. */
export function useFinderKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isMine = commandPalette.keys.some((keys) => matchesKeys(keys, event));
      if (event.defaultPrevented || !isMine) return;
      event.preventDefault();
      openFinder();
    };
    window.addEventListener("keydown", onKeyDown);
    releaseKeys();
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
