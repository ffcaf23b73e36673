/** The output of a node, with fields that can be referred to. */

import { useMemo } from "react";
import type { JsonObject } from "@/api/types";
import { ValueFields } from "@/components/value-view/value-fields";
import { ValuePlaceProvider } from "@/components/value-view/value-place";

type Props = { nodeKey: string; isStart: boolean; output: JsonObject };

export function NodeOutput({ nodeKey, isStart, output }: Props) {
  const place = useMemo(() => ({ root: isStart ? ["inputs"] : ["nodes", nodeKey] }), [isStart, nodeKey]);
  return (
    <ValuePlaceProvider value={place}>
      <ValueFields value={output} />
    </ValuePlaceProvider>
  );
}
