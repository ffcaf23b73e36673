import { useApprovals } from "@/api/runs";

/** Number of the user's open approvals, as text; empty for none. */
export function useOpenApprovals(): string {
  const { data } = useApprovals({ status: "open" });
  const count = data?.pages[0]?.results.length ?? 0;
  if (count === 0) return "";
  return data?.pages[0]?.next ? `${count}+` : String(count);
}
