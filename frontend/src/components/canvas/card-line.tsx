import type { SummaryLine } from "@/document/summary";
import { shownNode } from "@/runs/passes";
import { liveLine } from "@/runs/written-text";
import { useRun } from "@/stores/run-store";

type Props = {
  line: SummaryLine;
  /** Node with streaming model text that replaces the line. */
  writer: string | null;
};

/** A line of a card: what the node does here, or the end of what is being written. */
export function CardLine({ line, writer }: Props) {
  const live = useRun((state) => {
    const view = writer === null ? undefined : shownNode(state, writer);
    return view?.status === "running" ? liveLine(view) : null;
  });
  if (live === null) {
    return (
      <p className="fl-card-line" data-missing={line.missing || undefined}>
        {line.text}
      </p>
    );
  }
  return (
    <p className="fl-card-line" data-live>
      <span dir="ltr">{live}</span>
    </p>
  );
}
