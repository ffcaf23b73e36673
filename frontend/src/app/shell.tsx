import { useMediaQuery } from "@mantine/hooks";
import { createContext, useContext, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import { BottomBar } from "@/app/bottom-bar";
import { Rail } from "@/app/rail";
import classes from "@/app/shell.module.css";
import { HELP } from "@/commands/all/help";
import { keysOf } from "@/commands/bindings";
import { matchesKeys } from "@/commands/keys";
import { lazyComponent } from "@/components/lazy-component";
import { replayKeys } from "@/lib/key-buffer";
import { openCommandPalette, useCommandPalette } from "@/stores/command-palette-store";

const CommandPalette = lazyComponent(
  async () => (await import("@/features/command-palette/command-palette")).CommandPalette,
);

/** True while the screen of a new address is loading. */
export const ScreenLoading = createContext(false);

/** The frame of every screen: the rail on the left, or a bar at the bottom of a phone, and the screen beside it. */
export function Shell() {
  const { t } = useTranslation();
  const isCommandPaletteOpen = useCommandPalette((state) => state.isOpen);
  const isPhone = useMediaQuery("(width <= 760px)", undefined, { getInitialValueInEffect: false });
  const [isInboxOpen, setInboxOpen] = useState(false);
  const inbox = { isOpen: isInboxOpen, setOpen: setInboxOpen };
  useCommandPaletteKey();
  const isLoading = useContext(ScreenLoading);
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        {t("nav.skip")}
      </a>
      {isPhone ? <BottomBar inbox={inbox} /> : <Rail inbox={inbox} />}
      <main id="content" className={classes.content} tabIndex={-1} aria-busy={isLoading}>
        {isLoading && <div className={classes.progress} />}
        <Outlet />
      </main>
      {isCommandPaletteOpen && <CommandPalette />}
    </div>
  );
}

/** Ctrl+K opens the command palette on every screen, also when it was pressed before the screen was there. */
function useCommandPaletteKey(): void {
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
