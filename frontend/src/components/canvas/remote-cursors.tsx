/** Cursors and selections of other users, without text, so that screen readers do not announce every move. */

import { ViewportPortal } from "@xyflow/react";
import type { Present } from "@/api/types";
import { hiddenIn, nodeSize } from "@/document/frames";
import { absolutePosition } from "@/document/nesting";
import { useDocument } from "@/stores/document-store";
import { colourOf, usePresence } from "@/stores/presence-store";
import { useCanvas } from "./canvas-context";

export function RemoteCursors() {
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
