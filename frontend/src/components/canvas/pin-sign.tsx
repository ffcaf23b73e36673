import type { Status } from "@/api/types";
import { Icon } from "@/components/icon";
import { shownNode } from "@/runs/passes";
import { useRun } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";
import { useCanvas } from "./canvas-context";

type Props = { nodeKey: string; status: Status | undefined };

/** A pinned output, and whether it counts: in the run that is shown, else in the one that would be started now. */
export function PinSign({ nodeKey, status }: Props) {
  const { t, editable } = useCanvas();
  const wasUsed = useRun((state) => shownNode(state, nodeKey)?.pinned ?? false);
  const isTest = useUi((state) => state.runMode === "test");
  const counts = status ? wasUsed : editable && isTest;
  const title = status ? t(wasUsed ? "pinUsed" : "pinUnused") : t("pinned");
  return (
    <span
      className="fl-card-sign"
      data-pin={counts ? "on" : "off"}
      role="img"
      title={title}
      aria-label={title}
    >
      <Icon name={counts ? "pinned-filled" : "pinned"} size={14} />
    </span>
  );
}
