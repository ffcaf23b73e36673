import { Background, NodeToolbar, Position, useStore, ViewportPortal } from "@xyflow/react";
import { memo, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Present } from "@/api/types";
import { keysOf } from "@/commands/bindings";
import { useEditor } from "@/commands/editor-context";
import { keyText } from "@/commands/keys";
import { commandById } from "@/commands/registry";
import { useCanvas } from "@/components/canvas/canvas-context";
import { CanvasMap } from "@/components/canvas/canvas-map";
import { DetailLevel } from "@/components/canvas/detail-level";
import { useGuides } from "@/components/canvas/use-alignment-guides";
import { IconButton } from "@/components/icon-button";
import { hiddenIn, isOpenFrame, nodeSize } from "@/document/frames";
import { backwardLevel, portY } from "@/document/geometry";
import { absolutePosition } from "@/document/nesting";
import { useLocalText } from "@/i18n/local-text";
import { useDocument } from "@/stores/document-store";
import { useKeyStore } from "@/stores/key-store";
import { colourOf, usePresence } from "@/stores/presence-store";
import { selectedNode, useUi } from "@/stores/ui-store";

const ACTIONS = ["run-until", "debug-node", "bypass", "duplicate", "delete"].map(commandById);

type Props = {
  container: RefObject<HTMLElement | null>;
  /** Edge that shows its "+". */
  edgeId: string | null;
  onPlusEnter: () => void;
  onPlusLeave: () => void;
};

/** Canvas content besides cards and edges; not rendered during drags. */
export const CanvasOverlays = memo(function CanvasOverlays({
  container,
  edgeId,
  onPlusEnter,
  onPlusLeave,
}: Props) {
  const readOnly = useDocument((state) => state.readOnly);
  const isEmpty = useDocument((state) => state.order.length === 0);
  const minimapOpen = useUi((state) => state.minimapOpen);
  return (
    <>
      <Background gap={24} size={1.5} />
      <DetailLevel container={container} />
      {minimapOpen && !isEmpty && <CanvasMap />}
      {!readOnly && edgeId !== null && (
        <EdgePlus edgeId={edgeId} onEnter={onPlusEnter} onLeave={onPlusLeave} />
      )}
      {!readOnly && <SelectionBar />}
      <AlignmentGuides />
      <RemoteCursors />
    </>
  );
});

/** The lines along which what is dragged lies in line with others, and the gaps that are equal. */
function AlignmentGuides() {
  const guides = useGuides((state) => state.guides);
  if (guides.length === 0) return null;
  return (
    <ViewportPortal>
      <svg className="fl-guides" aria-hidden="true">
        {guides.map(({ kind, from, to }) => (
          <line
            key={`${kind} ${from.x} ${from.y} ${to.x} ${to.y}`}
            data-kind={kind}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
          />
        ))}
      </svg>
    </ViewportPortal>
  );
}

type EdgePlusProps = { edgeId: string; onEnter: () => void; onLeave: () => void };

/** The "+" in the middle of the edge that is pointed at or selected. */
function EdgePlus({ edgeId, onEnter, onLeave }: EdgePlusProps) {
  const { t } = useTranslation("canvas");
  const { types, addInEdge } = useCanvas();
  const edge = useDocument((state) => state.edges[edgeId]);
  const nodes = useDocument((state) => state.nodes);
  const source = nodes[edge?.source ?? ""];
  const target = nodes[edge?.target ?? ""];
  if (!edge || !source || !target) return null;
  if (hiddenIn(nodes, types, source.key) !== null || hiddenIn(nodes, types, target.key) !== null) return null;
  const begin = absolutePosition(nodes, source.key);
  const end = absolutePosition(nodes, target.key);
  const from = portY(source, types[source.type], "outputs", edge.source_port, isOpenFrame(source, types));
  const to = portY(target, types[target.type], "inputs", edge.target_port, isOpenFrame(target, types));
  const leaves = { x: begin.x + nodeSize({ nodes }, types, source).width, y: begin.y + from };
  const arrives = { x: end.x, y: end.y + to };
  const x = (leaves.x + arrives.x) / 2;
  const y = backwardLevel(leaves, arrives) ?? (leaves.y + arrives.y) / 2;
  return (
    <ViewportPortal>
      <button
        type="button"
        className="fl-insert nodrag nopan"
        style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        aria-label={t("insert")}
        title={t("insert")}
        onMouseEnter={onEnter}
        onMouseLeave={onLeave}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onClick={(event) => {
          event.stopPropagation();
          addInEdge(edgeId, event.currentTarget);
        }}
      />
    </ViewportPortal>
  );
}

/** Cursors and selections of other users. Visual only: a screen reader would announce every move. */
function RemoteCursors() {
  const others = usePresence((state) => state.others);
  const here = Object.values(others);
  if (here.length === 0) return null;
  return (
    <ViewportPortal>
      <div aria-hidden="true">
        {here.map((other) => (
          <Other key={other.session} other={other} />
        ))}
      </div>
    </ViewportPortal>
  );
}

function Other({ other: { cursor, selection, name, user } }: { other: Present }) {
  return (
    <div data-person={colourOf(user)}>
      {selection.map((key) => (
        <SelectedNode key={key} node={key} name={name} />
      ))}
      {cursor && (
        <div className="fl-other-cursor" style={{ transform: `translate(${cursor.x}px, ${cursor.y}px)` }}>
          <svg width="14" height="18" viewBox="0 0 14 18" aria-hidden="true">
            <path d="M1 1v13.5l3.6-3.3 2.6 5.6 2.3-1-2.5-5.5H12z" />
          </svg>
          <span className="fl-other-name">{name}</span>
        </div>
      )}
    </div>
  );
}

function SelectedNode({ node: key, name }: { node: string; name: string }) {
  const { types } = useCanvas();
  const nodes = useDocument((state) => state.nodes);
  const node = nodes[key];
  if (!node || hiddenIn(nodes, types, key) !== null) return null;
  const { x, y } = absolutePosition(nodes, key);
  const { width, height } = nodeSize({ nodes }, types, node);
  return (
    <div className="fl-other-ring" style={{ transform: `translate(${x}px, ${y}px)`, width, height }}>
      <span className="fl-other-name">{name}</span>
    </div>
  );
}

/** The few things that are done most to a selected node, above its card. */
function SelectionBar() {
  const key = useUi(selectedNode);
  const busy = useStore((state) => state.connection.inProgress || state.userSelectionActive);
  const dragging = useStore((state) =>
    key === null ? false : (state.nodeLookup.get(key)?.dragging ?? false),
  );
  if (key === null || busy || dragging) return null;
  return (
    <NodeToolbar
      nodeId={key}
      isVisible
      position={Position.Top}
      align="end"
      offset={6}
      className="fl-selection-bar"
    >
      <Actions />
    </NodeToolbar>
  );
}

function Actions() {
  const editor = useEditor();
  const local = useLocalText();
  const chosen = useKeyStore((state) => state.chosen);
  return ACTIONS.filter((action) => action.when(editor)).map((action) => {
    const [keys] = keysOf(action, chosen);
    const title = local(action.title);
    return (
      <IconButton
        key={action.id}
        icon={action.icon}
        iconSize={15}
        size="sm"
        color="gray"
        label={title}
        tip={keys ? `${title}  ${keyText(keys)}` : title}
        onClick={() => void action.run(editor)}
      />
    );
  });
}
