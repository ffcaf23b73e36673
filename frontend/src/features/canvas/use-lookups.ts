import { useMemo } from "react";
import { useProviders, useToolTypes } from "@/api/queries";
import type { SummaryLookups } from "@/document/summary";

/** Names that card summaries need from elsewhere. */
export function useLookups(): SummaryLookups {
  const providers = useProviders().data;
  const toolTypes = useToolTypes().data;
  return useMemo(
    () => ({
      providers: Object.fromEntries((providers ?? []).map(({ id, name }) => [id, name])),
      toolTypes: Object.fromEntries((toolTypes ?? []).map(({ type, title }) => [type, title])),
    }),
    [providers, toolTypes],
  );
}
