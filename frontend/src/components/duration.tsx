import { useNow } from "@/hooks/use-now";
import { formatDuration } from "@/i18n/format";

type Props = {
  /** Milliseconds; null while it is not over. */
  ms: number | null | undefined;
  /** Start as ISO time: while `ms` is null the duration counts up from here. */
  since?: string | null;
};

export function Duration({ ms, since }: Props) {
  const counts = typeof ms !== "number" && Boolean(since);
  const now = useNow(counts ? "quick" : false);
  const shown = typeof ms === "number" ? ms : since ? Math.max(0, now - Date.parse(since)) : null;
  return <span className="fl-tabular">{shown === null ? "–" : formatDuration(shown)}</span>;
}
