import { useMemo } from "react";
import { useInventory } from "@/api/agents";
import { useProviders } from "@/api/settings";
import { useToolTypes } from "@/api/tools";
import type { SummaryLookups } from "@/document/summary";

/** Names and looks that cards need from elsewhere. */
export function useLookups(): SummaryLookups {
  const providers = useProviders().data;
  const toolTypes = useToolTypes().data;
  const inventory = useInventory().data;
  return useMemo(
    () => ({
      providers: Object.fromEntries((providers ?? []).map(({ id, name }) => [id, name])),
      ...((inventory || toolTypes) && {
        tools: Object.fromEntries<NonNullable<SummaryLookups["tools"]>[string]>([
          ...(inventory ?? []).map(
            ({ id, kind, title, icon }) => [id, { title, icon, category: kind }] as const,
          ),
          ...(toolTypes ?? []).map((type) => [type.type, type] as const),
        ]),
      }),
    }),
    [providers, toolTypes, inventory],
  );
}
