/** The configured tools that are many functions each: servers. */

import { useKnownTools, useToolTypes } from "@/api/tools";
import type { ToolConfig } from "@/api/types";

/** With those that are named beside the ones in one's list. */
export function useFunctionTools(named: readonly (string | null | undefined)[] = []): ToolConfig[] {
  const configs = useKnownTools(named);
  const types = useToolTypes().data ?? [];
  const many = new Set(types.filter((one) => one.gives_functions).map(({ type }) => type));
  return configs.filter(({ type }) => many.has(type));
}
