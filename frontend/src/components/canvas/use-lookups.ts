import { useMemo } from "react";
import { useInventory, useProviders, useToolTypes } from "@/api/queries";
import type { SummaryLookups } from "@/document/summary-lines";

/** Names that card summaries need from elsewhere. */
export function useLookups(): SummaryLookups {
  const providers = useProviders().data;
  const toolTypes = useToolTypes().data;
  const inventory = useInventory().data;
  return useMemo(
    () => ({
      providers: Object.fromEntries((providers ?? []).map(({ id, name }) => [id, name])),
      toolTypes: Object.fromEntries([
        ...(inventory ?? []).map(({ id, title }) => [id, title] as const),
        ...(toolTypes ?? []).map(({ type, title }) => [type, title] as const),
      ]),
    }),
    [providers, toolTypes, inventory],
  );
}
