import { ViewportPortal } from "@xyflow/react";
import { useGuides } from "./use-alignment-guides";

/** The lines along which what is dragged lies in line with others, and the gaps that are equal. */
export function AlignmentGuides() {
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
