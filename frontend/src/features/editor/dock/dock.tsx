/** The dock below the canvas: what the run does, what it gave, and what keeps it from running. */

import { Skeleton, Tabs } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import { useChatPartner } from "@/api/chat";
import { ask, at } from "@/api/http";
import type { Partner } from "@/api/partner";
import { useTrigger } from "@/api/triggers";
import { TestConversations } from "@/components/chat/test-conversations";
import { EmptyState } from "@/components/empty-state";
import { IconButton } from "@/components/icon-button";
import { notifyFailed } from "@/components/notify";
import { QueryState } from "@/components/query-list";
import { ResizeHandle } from "@/components/resize-handle";
import { ModelText } from "@/components/run-detail/model-text";
import { RunResult } from "@/components/run-detail/run-result";
import { FilmBar } from "@/components/trace/film-bar";
import { Trace } from "@/components/trace/trace";
import { useErrorText } from "@/components/use-error-text";
import classes from "@/features/editor/dock/dock.module.css";
import { PastRuns } from "@/features/editor/dock/past-runs";
import { useDockTabs } from "@/features/editor/dock-bar";
import { ProblemsList } from "@/features/editor/problems/problems-list";
import { rememberShownRun } from "@/features/editor/runbar/shown-run";
import { usePrepared } from "@/features/editor/triggers/use-prepared";
import { useTakeFocus } from "@/hooks/use-take-focus";
import { useDocument, useDocumentStore, whenSaved } from "@/stores/document-store";
import { useNewestRun, useRun, useRunStore } from "@/stores/run-store";
import { DOCK_HEIGHT, DOCK_TABS, useUi } from "@/stores/ui-store";

export function Dock() {
  const { t } = useTranslation("dock");
  const tab = useUi((state) => state.dockTab);
  const height = useUi((state) => state.dockHeight);
  const set = useUi((state) => state.set);
  const isAsked = useNewestRun((state) => state.waits > 0) && tab === "trace";
  const panel = useTakeFocus<HTMLElement>("dock");
  const { tabs, chat } = useDockTabs();
  return (
    <section
      ref={panel}
      className={classes.dock}
      data-asked={isAsked || undefined}
      style={{ height }}
      aria-label={t("dock")}
    >
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
        <IconButton
          icon="chevron-down"
          iconSize={16}
          color="gray"
          size="sm"
          label={t("fold")}
          onClick={() => set({ dockOpen: false })}
        />
      </div>
      {/* Each tab begins at its own start. */}
      <div key={tab} className={classes.body} data-tab={tab}>
        {tab === "trace" && (
          <>
            <FilmBar />
            <Trace withResult />
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

/** A conversation that tries out the draft of a workflow with a chat page. */
function DraftChat({ nodeKey }: { nodeKey: string }) {
  const workflow = useDocument((state) => state.workflowId);
  const trigger = useTrigger(workflow, nodeKey);
  usePrepared(nodeKey);
  return trigger ? <Prepared workflow={workflow} nodeKey={nodeKey} /> : <Skeleton height={80} m="sm" />;
}

function Prepared({ workflow, nodeKey }: { workflow: string; nodeKey: string }) {
  const { t } = useTranslation("dock");
  const document = useDocumentStore();
  const run = useRunStore();
  const errorText = useErrorText();
  const shown = useRun((state) => state.run?.id ?? null);
  const partner: Partner = { kind: "workflow", workflow, node: nodeKey, draft: true };
  const about = useChatPartner(partner);
  if (!about.isSuccess) return <QueryState query={about} pending={<Skeleton height={80} m="sm" />} />;
  /** The steps of an answer are shown on the canvas. */
  const show = async (id: string | null) => {
    if (id === null) return;
    try {
      run.getState().load(await ask("get", "/api/runs/{run_id}/", at({ run_id: id })));
      rememberShownRun(workflow, id);
    } catch (error) {
      notifyFailed(errorText(error));
    }
  };
  return (
    <div className={classes.chat}>
      <TestConversations
        title={t("chat")}
        partner={partner}
        about={about.data}
        beforeAsking={() => whenSaved(document)}
        explained={shown}
        onExplain={(id) => void show(id)}
      />
    </div>
  );
}

/** The text that the run's models write, growing, and the run's output at the end. */
function RunOutput() {
  const { t } = useTranslation("dock");
  const status = useRun((state) => state.status);
  const writers = useRun(
    useShallow((state) => Object.values(state.nodes).filter((node) => Object.keys(node.streams).length > 0)),
  );
  if (status === null) return <EmptyState icon="player-play" title={t("noRun")} text={t("noRunText")} />;
  return (
    <div className={classes.output}>
      <RunResult />
      {writers.map((node) => (
        <section key={node.key}>
          <h2 className={classes.heading}>{node.name || node.key}</h2>
          <ModelText streams={node.streams} running={node.status === "running"} />
        </section>
      ))}
    </div>
  );
}
