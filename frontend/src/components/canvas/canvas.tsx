/** The editable canvas: cards and edges, and the tools and menus around them. */

import "@xyflow/react/dist/base.css";
import "@/styles/canvas.css";
import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useEditor } from "@/commands/editor-context";
import { lazyComponent } from "@/components/lazy-component";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import { AddButton } from "./add-button";
import { AddMenu } from "./add-menu";
import { CanvasContext } from "./canvas-context";
import { CanvasTools } from "./canvas-tools";
import { ContextMenu, type ContextTarget } from "./context-menu";
import { EditableFlow } from "./editable-flow";
import { EmptyCanvas } from "./empty-canvas";
import { NewTool } from "./new-tool";
import { OutdatedNodes } from "./outdated-nodes";
import { selectFocused } from "./select-focused";
import { useCanvasValue } from "./use-canvas-value";
import { usePaletteDrop } from "./use-palette-drop";

const SeveralBar = lazyComponent(async () => (await import("./several-bar")).SeveralBar);

export function Canvas() {
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
        {isEmpty && <EmptyCanvas />}
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

function SelectedNodesBar() {
  const selection = useUi((state) => state.selection);
  const isSelecting = useUi((state) => state.selecting);
  const count = useDocument(({ nodes }) => selection.filter((key) => nodes[key]).length);
  return count > 1 && !isSelecting && <SeveralBar count={count} />;
}
