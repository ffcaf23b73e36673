import {
  applyNodeChanges,
  type EdgeSelectionChange,
  type NodeSelectionChange,
  type OnEdgesChange,
  type OnNodesChange,
} from "@xyflow/react";
import { useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Problem } from "@/api/types";
import { type CardNode, type FlowEdge, syncEdges, syncNodes } from "@/components/canvas/to-flow";
import { linkOf } from "@/document/outline";
import type { EdgeDoc, GraphDocument, NodeTypeIndex } from "@/document/types";
import { useLocalText } from "@/i18n/local-text";
import { useUi } from "@/stores/ui-store";

/** A document as both canvases give it to React Flow, with what is selected and what React Flow says aloud. */

const isSelection = (change: Change): change is NodeSelectionChange | EdgeSelectionChange =>
  change.type === "select";

export function useFlow({ nodes, order, edges, types, problems }: CardSources) {
  const ariaLabelConfig = useFlowLabels();
  return {
    ...useFlowNodes({ nodes, order, edges, types, problems }),
    ...useFlowEdges({ nodes, edges, types }),
    ariaLabelConfig,
  };
}

/** Screen reader labels for React Flow, in the interface language. */
function useFlowLabels() {
  const { t } = useTranslation("canvas");
  return useMemo(
    () => ({
      "node.a11yDescription.default": t("a11y.node"),
      "edge.a11yDescription.default": t("a11y.edge"),
      "controls.ariaLabel": t("tools"),
      "controls.zoomIn.ariaLabel": t("a11y.zoomIn"),
      "controls.zoomOut.ariaLabel": t("a11y.zoomOut"),
      "controls.fitView.ariaLabel": t("a11y.fit"),
      "minimap.ariaLabel": t("map"),
      "handle.ariaLabel": t("a11y.port"),
    }),
    [t],
  );
}

type Sources = Pick<GraphDocument, "nodes" | "edges"> & { types: NodeTypeIndex };

function useFlowEdges({ nodes, edges, types }: Sources) {
  const selected = useUi((state) => state.selectedEdges);
  const nameOf = useEdgeNames({ nodes, edges, types });
  const kept = useRef<FlowEdge[]>([]);
  const drawn = useMemo(() => {
    kept.current = syncEdges(kept.current, {
      edges,
      nodes,
      types,
      selection: new Set(selected),
      nameOf,
    });
    return kept.current;
  }, [nodes, edges, types, selected, nameOf]);

  const onEdgesChange: OnEdgesChange<FlowEdge> = useCallback((changes) => {
    const { selection, selectedEdges, select } = useUi.getState();
    const next = selectedAfter(selectedEdges, changes);
    if (next) select(selection, next);
  }, []);

  return { edges: drawn, onEdgesChange };
}

type CardSources = GraphDocument & {
  types: NodeTypeIndex;
  problems: ReadonlyMap<string, Problem["severity"]>;
};

/** The cards that React Flow draws: the document's nodes plus what a gesture moves before it is an edit. */
function useFlowNodes({ nodes, order, edges, types, problems }: CardSources) {
  const selected = useUi((state) => state.selection);
  const selection = useMemo(() => new Set(selected), [selected]);
  const sources = useMemo(
    () => ({ document: { nodes, order, edges }, types, selection, problems }),
    [nodes, order, edges, types, selection, problems],
  );
  const [drawn, setDrawn] = useState(() => ({ sources, cards: syncNodes([], sources) }));
  // While this is drawn, not after it: all of React Flow would be drawn twice.
  if (drawn.sources !== sources) setDrawn({ sources, cards: syncNodes(drawn.cards, sources) });

  const onNodesChange: OnNodesChange<CardNode> = useCallback((changes) => {
    const { selection: before, selectedEdges, select } = useUi.getState();
    const next = selectedAfter(before, changes);
    if (next) select(next, selectedEdges);
    const moves = changes.filter((change) => change.type === "position" || change.type === "dimensions");
    if (moves.length === 0) return;
    setDrawn(({ sources, cards }) => ({ sources, cards: applyNodeChanges(moves, cards) }));
  }, []);

  return { nodes: drawn.cards, onNodesChange };
}

type Change = NodeSelectionChange | EdgeSelectionChange | { type: string };

/** Apply React Flow's changes to the selection; null if it stays the same. */
function selectedAfter(before: readonly string[], changes: readonly Change[]): string[] | null {
  const next = new Set(before);
  let changed = false;
  for (const change of changes.filter(isSelection)) {
    if (next.has(change.id) === change.selected) continue;
    changed = true;
    if (change.selected) next.add(change.id);
    else next.delete(change.id);
  }
  return changed ? [...next] : null;
}

/** Accessible names of connections: `Ask (Error) to Send`. */
function useEdgeNames({ nodes, edges, types }: Sources): (edge: EdgeDoc) => string {
  const { t } = useTranslation("canvas");
  const local = useLocalText();
  return useMemo(() => {
    // Translated once: there are thousands of edges.
    const [before = "", between = "", after = ""] = t("a11y.edgeName", { source: "|", target: "|" }).split(
      "|",
    );
    return (edge) => {
      const link = linkOf({ nodes, edges, order: [] }, types, edge);
      if (!link) return "";
      const { source, target, port } = link;
      const from = port ? `${source.name} (${local(port.title)})` : source.name;
      return before + from + between + target.name + after;
    };
  }, [nodes, edges, types, t, local]);
}
