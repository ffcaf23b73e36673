/** Defaults of a node's policy; the server stores only differences. */

import { POLICY } from "@/api/rules.gen";
import type { NodePolicy } from "@/api/types";

export function policyOf({ policy }: { policy?: NodePolicy }): Required<NodePolicy> {
  return { ...POLICY, ...policy };
}
