import type { Status } from "@/api/types";
import type { IconName } from "@/components/icons";
import { isOpen } from "@/runs/types";

/** The sign of each state; colours are `--fl-<status>` and `--fl-<status>-tint`. */
export const STATUS_ICONS: Record<Status, IconName> = {
  queued: "clock",
  running: "loader-2",
  waiting: "hourglass",
  succeeded: "check",
  failed: "x",
  cancelled: "ban",
  skipped: "minus",
};

/** Will this run or node not change any more? */
export function isFinal(status: Status): boolean {
  return !isOpen(status);
}
