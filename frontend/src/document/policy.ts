/** What a node's policy says when the node leaves it out; the server stores only what differs. */

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
