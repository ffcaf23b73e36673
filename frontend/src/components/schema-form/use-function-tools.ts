/** The configured tools that are many functions each: servers. */

import { useToolConfigs, useToolTypes } from "@/api/queries/tools";
import type { ToolConfig } from "@/api/types";

export function useFunctionTools(): ToolConfig[] {
  const configs = useToolConfigs().data ?? [];
  const types = useToolTypes().data ?? [];
  const many = new Set(types.filter((one) => one.gives_functions).map(({ type }) => type));
  return configs.filter(({ type }) => many.has(type));
}
