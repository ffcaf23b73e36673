import { useSearchParams } from "react-router";
import type { RowAddress } from "@/components/log-row/log-row";

/** The entry that the address of the page names, and the address of each. */
export function useRowAddress() {
  const [params, setParams] = useSearchParams();
  const given = params.get("row");
  const row = given !== null && /^[1-9]\d{0,14}$/.test(given) ? given : null;
  const log = params.get("log");
  const addressOf = (id: string): RowAddress => ({
    isOpen: id === row,
    onToggle: (isOpen) => {
      const next = new URLSearchParams(params);
      if (isOpen) next.set("row", id);
      else next.delete("row");
      setParams(next, { replace: true });
    },
    link: `${window.location.origin}/settings/audit?${new URLSearchParams({ ...(log && { log }), row: id })}`,
  });
  return { row, addressOf };
}
