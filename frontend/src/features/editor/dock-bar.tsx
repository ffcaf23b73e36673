import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import { DOCK_TABS, useUi } from "@/stores/ui-store";
import classes from "./editor.module.css";

/** The folded dock: one line that opens it at the wanted place. */
export function DockBar() {
  const { t } = useTranslation("editor");
  const dock = useTranslation("dock").t;
  const set = useUi((state) => state.set);
  return (
    <div className={classes.dockBar}>
      {DOCK_TABS.map((dockTab) => (
        <UnstyledButton
          key={dockTab}
          className={classes.dockTab}
          onClick={() => set({ dockTab, dockOpen: true })}
        >
          {dock(`tab.${dockTab}`)}
        </UnstyledButton>
      ))}
      <span className={classes.space} />
      <UnstyledButton
        className={classes.dockTab}
        aria-label={t("openDock")}
        onClick={() => set({ dockOpen: true })}
      >
        <Icon name="chevron-up" size={16} />
      </UnstyledButton>
    </div>
  );
}
