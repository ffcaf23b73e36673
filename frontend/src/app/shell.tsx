import { useMediaQuery } from "@mantine/hooks";
import { createContext, useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import { BottomBar } from "@/app/bottom-bar";
import { Rail } from "@/app/rail";
import classes from "@/app/shell.module.css";
import { lazyComponent } from "@/components/lazy-component";
import { useCommandPaletteKey } from "@/features/command-palette/use-command-palette-key";
import { useCommandPalette } from "@/stores/command-palette-store";

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
