/** Defaults of a node's policy; the server stores only differences. */

import type { NodePolicy } from "@/api/types";

export function policyOf({ policy }: { policy?: NodePolicy }): Required<NodePolicy> {
  return {
    timeoutS: null,
    attempts: 1,
    backoffS: 1,
    maxBackoffS: 60,
    onError: "fail",
    defaultOutput: {},
    ...policy,
  };
}
