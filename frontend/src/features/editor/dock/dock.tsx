/** The dock below the canvas: what the run does, what it gave, and what keeps it from running. */

import { ActionIcon, Tabs } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import { ResizeHandle } from "@/components/resize-handle";
import { FilmBar } from "@/components/trace/film-bar";
import { Trace } from "@/components/trace/trace";
import { useDockTabs } from "@/features/editor/dock-bar";
import { ProblemsList } from "@/features/editor/problems/problems-list";
import { useTakeFocus } from "@/hooks/use-take-focus";
import { DOCK_HEIGHT, DOCK_TABS, useUi } from "@/stores/ui-store";
import classes from "./dock.module.css";
import { DraftChat } from "./draft-chat";
import { PastRuns } from "./past-runs";
import { RunOutput } from "./run-output";

export function Dock() {
  const { t } = useTranslation("dock");
  const tab = useUi((state) => state.dockTab);
  const height = useUi((state) => state.dockHeight);
  const set = useUi((state) => state.set);
  const panel = useTakeFocus<HTMLElement>("dock");
  const { tabs, chat } = useDockTabs();
  return (
    <section ref={panel} className={classes.dock} style={{ height }} aria-label={t("dock")}>
      <ResizeHandle
        edge="top"
        label={t("resize")}
        size={height}
        limits={DOCK_HEIGHT}
        onResize={(dockHeight) => set({ dockHeight })}
      />
      <div className={classes.bar}>
        <Tabs
          value={tab}
          onChange={(next) => set({ dockTab: DOCK_TABS.find((name) => name === next) ?? tab })}
        >
          <Tabs.List className={classes.tabs}>
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`tab.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t("fold")}
          onClick={() => set({ dockOpen: false })}
        >
          <Icon name="chevron-down" size={16} />
        </ActionIcon>
      </div>
      {/* Each tab begins at its own start. */}
      <div key={tab} className={classes.body} data-tab={tab}>
        {tab === "trace" && (
          <>
            <FilmBar />
            <Trace />
          </>
        )}
        {tab === "output" && <RunOutput />}
        {tab === "runs" && <PastRuns />}
        {tab === "problems" && <ProblemsList />}
        {tab === "chat" && chat !== undefined && <DraftChat nodeKey={chat} />}
      </div>
    </section>
  );
}
