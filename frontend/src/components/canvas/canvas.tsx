/** The editable canvas: cards and edges, and the tools and menus around them. */

import "@xyflow/react/dist/base.css";
import "@/styles/canvas.css";
import { type MouseEvent, type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ToolConfig } from "@/api/types";
import { useEditor } from "@/commands/editor-context";
import { addToDocument, nextPort } from "@/commands/edits";
import { changeLook, writeNote } from "@/commands/frame-edits";
import { LABELS } from "@/commands/labels";
import { switchTrigger } from "@/commands/trigger-edits";
import { AddMenu } from "@/components/canvas/add-menu";
import { CanvasContext, type CanvasContextValue } from "@/components/canvas/canvas-context";
import { ContextMenu, type ContextTarget } from "@/components/canvas/context-menu";
import { EditableFlow } from "@/components/canvas/editable-flow";
import { OutdatedNodes } from "@/components/canvas/outdated-nodes";
import { selectFocused } from "@/components/canvas/select-focused";
import { useLookups } from "@/components/canvas/use-lookups";
import { usePaletteDrop } from "@/components/canvas/use-palette-drop";
import { CommandButton } from "@/components/command-button";
import { IconButton } from "@/components/icon-button";
import { lazyComponent } from "@/components/lazy-component";
import { formToolOf } from "@/document/node-tool";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { useLocalText } from "@/i18n/local-text";
import { useDocument, useDocumentStore } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";

const ToolDialog = lazyComponent(
  async () => (await import("@/components/schema-form/tool-dialog")).ToolDialog,
);

const VIEW = ["zoom-out", "zoom-in", "fit", "toggle-minimap"];
const EDIT = ["undo", "redo", "auto-layout"];

const SeveralBar = lazyComponent(async () => (await import("./several-bar")).SeveralBar);

/** `empty`: shown while there are no nodes. */
export function Canvas({ empty }: { empty: ReactNode }) {
  const { t } = useTranslation("canvas");
  const editor = useEditor();
  const container = useRef<HTMLElement>(null);
  const isEmpty = useDocument((state) => state.order.length === 0);
  const readOnly = useDocument((state) => state.readOnly);
  const value = useCanvasValue();
  const drop = usePaletteDrop(editor);
  const [menu, setMenu] = useState<ContextTarget | null>(null);
  const closeMenu = useCallback(() => setMenu(null), []);
  return (
    <CanvasContext value={value}>
      <section
        ref={container}
        className="fl-canvas"
        aria-label={t("canvas")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas takes the keys of its commands
        tabIndex={0}
        data-focus-home
        onClickCapture={keepSelected}
        onPointerDownCapture={(event) => {
          editor.canvas.holdWhilePressed();
          // Menus of the canvas are its children for React, not in the page.
          const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
          if (isInside && !editor.canvas.hasFocus()) editor.canvas.focus();
        }}
        onPointerMove={(event) => editor.canvas.setPointer({ x: event.clientX, y: event.clientY })}
        onPointerLeave={() => editor.canvas.setPointer(null)}
        onKeyDown={selectFocused}
        {...drop}
      >
        <OutdatedNodes>
          <EditableFlow container={container} onMenu={setMenu} />
        </OutdatedNodes>
        {isEmpty && empty}
        {!isEmpty && !readOnly && <AddButton />}
        <CanvasTools />
        {!readOnly && <SelectedNodesBar />}
        <AddMenu />
        <NewTool />
        <ContextMenu target={menu} onClose={closeMenu} />
      </section>
    </CanvasContext>
  );
}

/** Ignores a second click on the bare canvas: after a button that is gone, it would deselect what the first has added. */
function keepSelected(event: MouseEvent) {
  const isBare = event.target instanceof Element && event.target.classList.contains("react-flow__pane");
  if (isBare && event.detail > 1) event.stopPropagation();
}

function SelectedNodesBar() {
  const selection = useUi((state) => state.selection);
  const isSelecting = useUi((state) => state.selecting);
  const count = useDocument(({ nodes }) => selection.filter((key) => nodes[key]).length);
  return count > 1 && !isSelecting && <SeveralBar count={count} />;
}

/** The "+" in the corner of the canvas: behind the selected node or a start that is alone, or to the right of everything. */
function AddButton() {
  const { t } = useTranslation("canvas");
  const editor = useEditor();
  const open = ({ currentTarget }: MouseEvent) => {
    const { right, top } = currentTarget.getBoundingClientRect();
    const screen = { x: right + 8, y: top };
    const source = nextPort(editor);
    useUi.getState().set({
      adding: source ? { kind: "port", source, screen } : { kind: "free", at: null, screen },
    });
  };
  return (
    <IconButton
      icon="plus"
      iconSize={22}
      className="fl-add-button"
      variant="default"
      size={40}
      radius="md"
      label={t("addNode")}
      title={t("addNode")}
      onClick={open}
    />
  );
}

/** Undo, zoom and layout in the lower left corner. */
function CanvasTools() {
  const { t } = useTranslation("canvas");
  const readOnly = useDocument((state) => state.readOnly);
  return (
    <div className="fl-tools" role="toolbar" aria-label={t("tools")}>
      {VIEW.map((id) => (
        <CommandButton key={id} id={id} />
      ))}
      {!readOnly && <span className="fl-tools-gap" />}
      {!readOnly && EDIT.map((id) => <CommandButton key={id} id={id} />)}
    </div>
  );
}

/** The dialog of a tool that is made for a node of its own, which is added once the tool is there. */
function NewTool() {
  const editor = useEditor();
  const wanted = useUi((state) => state.newTool);
  if (!wanted) return null;
  const close = () => useUi.getState().set({ newTool: null });
  const add = (saved: ToolConfig) => {
    close();
    const type = editor.types.tool;
    const settings = { config: { tool: formToolOf(saved) }, name: saved.name };
    if (type) addToDocument(editor, type, wanted.target, settings);
  };
  return <ToolDialog type={wanted.type} onClose={close} onSaved={add} />;
}

/** Context shared by all cards of the editor. */
function useCanvasValue(): CanvasContextValue {
  const types = useNodeTypeIndex();
  const lookups = useLookups();
  const local = useLocalText();
  const { t } = useTranslation("canvas");
  const store = useDocumentStore();
  const workflowId = useDocument((state) => state.workflowId);
  const readOnly = useDocument((state) => state.readOnly);
  return useMemo(
    () => ({
      types,
      lookups,
      local,
      t,
      editable: !readOnly,
      workflowId,
      switchTrigger: (key, enabled) => switchTrigger(store, key, enabled),
      addAfter: (source, anchor) =>
        useUi.getState().set({ adding: { kind: "port", source, screen: beside(anchor) } }),
      addInEdge: (edgeId, anchor) =>
        useUi.getState().set({ adding: { kind: "edge", edgeId, screen: beside(anchor) } }),
      addInside: (parent, anchor) =>
        useUi.getState().set({ adding: { kind: "inside", parent, screen: beside(anchor) } }),
      fold: (key, collapsed) => changeLook(store, key, { collapsed }, LABELS.fold),
      resize: (key, size) => changeLook(store, key, size, LABELS.resize),
      write: (key, text) => writeNote(store, key, text),
    }),
    [types, lookups, local, t, readOnly, workflowId, store],
  );
}

function beside(anchor: Element): { x: number; y: number } {
  const box = anchor.getBoundingClientRect();
  return { x: box.right + 8, y: box.top - 8 };
}
