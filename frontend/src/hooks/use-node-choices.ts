import { useMemo } from "react";
import { useInventory } from "@/api/agents";
import { useToolConfigs, useToolTypes } from "@/api/tools";
import { type NodeChoice, toolChoices, typeChoices } from "@/nodes/node-choices";
import { useNodeTypeIndex } from "./use-node-type-index";

/** All that can be added, node types first. */
export function useNodeChoices(): NodeChoice[] {
  const types = useNodeTypeIndex();
  const inventory = useInventory().data;
  const configs = useToolConfigs().data;
  const toolTypes = useToolTypes().data;
  return useMemo(
    () => [
      ...typeChoices(Object.values(types)),
      ...toolChoices(types, inventory ?? [], configs ?? [], toolTypes ?? []),
    ],
    [types, inventory, configs, toolTypes],
  );
}
