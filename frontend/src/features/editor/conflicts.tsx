/** List of conflicting changes. */

import { useShallow } from "zustand/react/shallow";
import { lazyComponent } from "@/components/lazy-component";
import type { Conflict } from "@/document/rebase";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import classes from "./conflicts.module.css";

const LateCard = lazyComponent(async () => (await import("./conflict-card")).ConflictCard);

/** Those of one node, in its panel. */
export function NodeConflicts({ node }: { node: string }) {
  const conflicts = useDocument(
    useShallow((state) => state.conflicts.filter((conflict) => conflict.node === node)),
  );
  return <Cards conflicts={conflicts} />;
}

/** Those that no open panel shows, over the canvas. */
export function CanvasConflicts() {
  const shown = useUi((state) =>
    state.panelOpen && state.selection.length === 1 ? state.selection[0] : null,
  );
  const conflicts = useDocument(
    useShallow((state) => state.conflicts.filter(({ node }) => node !== shown || !state.nodes[node])),
  );
  if (conflicts.length === 0) return null;
  return (
    <div className={classes.overlay}>
      <Cards conflicts={conflicts} />
    </div>
  );
}

function Cards({ conflicts }: { conflicts: readonly Conflict[] }) {
  return conflicts.map((conflict) => (
    <LateCard key={`${conflict.node} ${conflict.field ?? ""}`} conflict={conflict} />
  ));
}
