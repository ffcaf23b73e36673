/** Initial config of a new node besides its type's defaults. Pure. */

import type { JsonObject, NodeTypeInfo, Provider } from "@/api/types";
import { textOf } from "./config";
import type { NodeDoc } from "./types";

const PROVIDER_FIELD = "provider";
const ZONE_FIELD = "timezone";

/**
 * A model-backed node copies the newest one in the workflow, else takes the first connected provider. The offline
 * model, the type's default, is the last resort. Times use the zone of the person who adds the node.
 */
export function newNodeConfig(
  type: NodeTypeInfo,
  providers: readonly Provider[],
  nodes: readonly NodeDoc[],
): JsonObject {
  if (ZONE_FIELD in type.default_config)
    return { [ZONE_FIELD]: Intl.DateTimeFormat().resolvedOptions().timeZone };
  if (!(PROVIDER_FIELD in type.default_config)) return {};
  const real = providers.filter(({ enabled, is_builtin }) => enabled && !is_builtin);
  const used = nodes.findLast(({ config }) => real.some(({ id }) => id === config[PROVIDER_FIELD]));
  if (used) return { provider: textOf(used.config.provider), model: textOf(used.config.model) };
  return real[0] ? { provider: real[0].id, model: real[0].default_model } : {};
}
