import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import { useDocument } from "@/stores/document-store";
import { DOCK_TABS, type DockTab, useUi } from "@/stores/ui-store";
import classes from "./editor.module.css";

/** The folded dock: one line that opens it at the wanted place. */
export function DockBar() {
  const { t } = useTranslation("editor");
  const dock = useTranslation("dock").t;
  const set = useUi((state) => state.set);
  const { tabs } = useDockTabs();
  return (
    <div className={classes.dockBar}>
      {tabs.map((dockTab) => (
        <UnstyledButton
          key={dockTab}
          className={classes.dockTab}
          onClick={() => set({ dockTab, dockOpen: true, opening: "dock" })}
        >
          {dock(`tab.${dockTab}`)}
        </UnstyledButton>
      ))}
      <span className={classes.space} />
      <UnstyledButton
        className={classes.dockTab}
        aria-label={t("openDock")}
        onClick={() => set({ dockOpen: true, opening: "dock" })}
      >
        <Icon name="chevron-up" size={16} />
      </UnstyledButton>
    </div>
  );
}

/** Tabs of the dock: a chat only with a chat trigger; `chat` is its key. */
export function useDockTabs(): { tabs: readonly DockTab[]; chat: string | undefined } {
  const chat = useDocument((state) => state.order.find((key) => state.nodes[key]?.type === "chat_trigger"));
  return { tabs: DOCK_TABS.filter((name) => name !== "chat" || chat !== undefined), chat };
}
