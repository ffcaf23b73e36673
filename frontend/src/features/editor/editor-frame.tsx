/** Layout: bar, palette, canvas, dock, panel. On narrow screens drawer and panel overlay the canvas. */

import { useMediaQuery } from "@mantine/hooks";
import { type CSSProperties, useDeferredValue, useEffect, useRef } from "react";
import type { WorkflowSummary } from "@/api/types";
import { useEditor } from "@/commands/editor-context";
import { Canvas } from "@/components/canvas/canvas";
import { useNodeInView } from "@/components/canvas/use-node-in-view";
import { lazyComponent } from "@/components/lazy-component";
import { TemplateEditor } from "@/components/template-editor/template-editor";
import { CanvasConflicts } from "@/features/editor/conflicts";
import { DockBar } from "@/features/editor/dock-bar";
import classes from "@/features/editor/editor.module.css";
import { useEditorCommands } from "@/features/editor/editor-commands";
import { Palette } from "@/features/editor/palette/palette";
import { LazyRunForm } from "@/features/editor/runbar/run-bar";
import type { RunActions } from "@/features/editor/runbar/use-run-actions";
import { TopBar } from "@/features/editor/top-bar";
import { useIsShown } from "@/features/editor/use-shown-node";
import { isOpen } from "@/runs/state";
import type { Autosave } from "@/stores/autosave";
import { useDocument } from "@/stores/document-store";
import { useRun } from "@/stores/run-store";
import { selectedNode, useUi } from "@/stores/ui-store";

const NodePanel = lazyComponent(
  async () => (await import("@/features/editor/inspector/node-panel")).NodePanel,
);
const EmptyCanvas = lazyComponent(async () => (await import("./empty-canvas")).EmptyCanvas);
const PastRunCanvas = lazyComponent(async () => (await import("./past-run-canvas")).PastRunCanvas);
const CommentsPanel = lazyComponent(async () => (await import("./comments/comments-panel")).CommentsPanel);
const PendingNotice = lazyComponent(
  async () => (await import("@/components/sharing/pending-notice")).PendingNotice,
);
const Outline = lazyComponent(async () => (await import("./outline/outline")).Outline);
const Dock = lazyComponent(async () => (await import("@/features/editor/dock/dock")).Dock);
const ConnectDialog = lazyComponent(async () => (await import("./connect-dialog")).ConnectDialog);
const ShortcutSheet = lazyComponent(async () => (await import("./shortcut-sheet")).ShortcutSheet);
const PublishDialog = lazyComponent(async () => (await import("./versions/publish-dialog")).PublishDialog);
const UseDialog = lazyComponent(async () => (await import("./use-it/use-dialog")).UseDialog);
const VersionsDialog = lazyComponent(async () => (await import("./versions/versions-dialog")).VersionsDialog);
const ExtractDialog = lazyComponent(async () => (await import("./extract-dialog")).ExtractDialog);
const SharedSettingsDialog = lazyComponent(
  async () => (await import("./shared-settings-dialog")).SharedSettingsDialog,
);
const FindPanel = lazyComponent(async () => (await import("./search/search-panel")).FindPanel);
const WorkflowSettings = lazyComponent(
  async () => (await import("./workflow-settings")).WorkflowSettingsDialog,
);

const NARROW = "(max-width: 1180px)";
const DRAWER_WIDTH = 256;

type Props = {
  workflow: WorkflowSummary;
  actions: RunActions;
  autosave: () => Autosave | null;
};

export function EditorFrame({ workflow, actions, autosave }: Props) {
  const editor = useEditor();
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const readOnly = useDocument((state) => state.readOnly);
  const outlineOpen = useUi((state) => state.outlineOpen);
  const paletteOpen = useUi((state) => state.paletteOpen) && !readOnly && !outlineOpen;
  const dockOpen = useUi((state) => state.dockOpen);
  const isPast = useUi((state) => state.pastRunOpen);
  const dialog = useUi((state) => state.dialog);
  const searching = useUi((state) => state.searching !== null);
  const panelWidth = useUi((state) => state.panelWidth);
  // The card is marked first: drawing a panel takes several frames.
  const panelNode = useDeferredValue(usePanelNode());
  const commentsOpen = useUi((state) => state.commentsOpen);
  const commentsOf = useUi((state) => state.commentsOf);
  useResultOnPhone();
  const hasPanel = commentsOpen || panelNode !== null;
  const left = isNarrow && (paletteOpen || outlineOpen) ? DRAWER_WIDTH : 0;
  const right = isNarrow && hasPanel ? panelWidth : 0;
  const canvas = useRef<HTMLDivElement>(null);
  useNodeInView(editor.canvas, commentsOpen ? commentsOf : panelNode, { left, right }, canvas);
  useEffect(preload, []);
  useEditorCommands();
  // React's type has no custom properties.
  const insets = { "--fl-inset-left": `${left}px`, "--fl-inset-right": `${right}px` } as CSSProperties;
  return (
    <div
      className={classes.frame}
      data-narrow={isNarrow || undefined}
      data-covered={left + right > 0 || undefined}
      style={insets}
    >
      <TopBar workflow={workflow} actions={actions} />
      {!workflow.taken_up && (
        <PendingNotice
          thing={{ kind: "workflow", id: workflow.id, name: workflow.name }}
          owner={workflow.owner}
        />
      )}
      <div className={classes.body}>
        {(paletteOpen || outlineOpen) && (
          <div className={classes.drawer}>{outlineOpen ? <Outline /> : <Palette />}</div>
        )}
        <div className={classes.center}>
          <div className={classes.canvas} ref={canvas} data-past={isPast || undefined}>
            {isPast ? <PastRunCanvas /> : <Canvas empty={<EmptyCanvas workflow={workflow} />} />}
            {searching && <FindPanel />}
          </div>
          {dockOpen ? <Dock /> : <DockBar />}
        </div>
        <CanvasConflicts />
        {hasPanel && (
          <div className={classes.panel} style={{ width: panelWidth }}>
            {commentsOpen ? <CommentsPanel workflowId={workflow.id} /> : <NodePanel />}
          </div>
        )}
      </div>
      {dialog === "connect" && <ConnectDialog />}
      {dialog === "shortcuts" && <ShortcutSheet />}
      {dialog === "settings" && <WorkflowSettings workflow={workflow} />}
      {dialog === "shared-settings" && <SharedSettingsDialog />}
      {dialog === "extract-workflow" && <ExtractDialog workflow={workflow} />}
      {dialog === "publish" && <PublishDialog workflow={workflow} autosave={autosave} />}
      {dialog === "use" && <UseDialog workflow={workflow} />}
      {dialog === "versions" && <VersionsDialog workflow={workflow} />}
    </div>
  );
}

/** The node that the panel shows; none while a selection box is being drawn. */
function usePanelNode(): string | null {
  const key = useUi((state) => (state.panelOpen && !state.selecting ? selectedNode(state) : null));
  return useIsShown(key) ? key : null;
}

const PANEL_AFTER_MS = 300;
const REST_AFTER_MS = 3_000;

/** Prefetch the panel once the canvas is shown, so that the first click is fast, and then likely next parts. */
function preload(): () => void {
  const timers = [
    setTimeout(() => early([NodePanel.preload(), TemplateEditor.preload()]), PANEL_AFTER_MS),
    setTimeout(() => early([Dock.preload(), LazyRunForm.preload(), preloadPanel()]), REST_AFTER_MS),
  ];
  return () => timers.forEach(clearTimeout);
}

async function preloadPanel(): Promise<void> {
  await (await import("@/features/editor/inspector/preload-panel")).preloadPanel();
}

/** Failed prefetches are repeated on display. */
function early(parts: Promise<unknown>[]): void {
  void Promise.allSettled(parts);
}

/** On a phone the dock has room for one thing: once a run has ended, that is its result. */
function useResultOnPhone(): void {
  const isPhone = useMediaQuery("(width <= 760px)", false, { getInitialValueInEffect: false });
  const run = useRun((state) => state.run?.id);
  const hasEnded = useRun((state) => state.status !== null && !isOpen(state.status));
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (!isPhone || !hasEnded || shown.current === run) return;
    shown.current = run;
    // Who looks at anything else than what the start of a run showed, goes on looking at it.
    if (useUi.getState().dockTab === "trace") useUi.getState().set({ dockTab: "output" });
  }, [isPhone, hasEnded, run]);
}
