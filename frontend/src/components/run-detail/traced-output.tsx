/** The output of a node, with fields that can be referred to and traced to where they came from. */

import { useMemo, useState } from "react";
import type { JsonObject } from "@/api/types";
import { lazyComponent } from "@/components/lazy-component";
import { ValueFields } from "@/components/value-view/value-fields";
import { ValuePlaceProvider } from "@/components/value-view/value-place";
import type { ReferencePath } from "@/document/reference-path";

const ProvenanceModal = lazyComponent(
  async () => (await import("@/components/provenance/provenance-modal")).ProvenanceModal,
);

type Props = {
  output: JsonObject;
  /** Reference to it; a whole run's output has none. */
  root: ReferencePath;
  canRefer?: boolean;
  /** The run that tells where it came from. */
  runId: string | undefined;
  scope?: string;
};

export function TracedOutput({ output, root, canRefer = true, runId, scope = "" }: Props) {
  const [traced, setTraced] = useState<ReferencePath | null>(null);
  const place = useMemo(
    () => ({ root, canRefer, ...(runId !== undefined && { trace: setTraced }) }),
    [root, canRefer, runId],
  );
  return (
    <ValuePlaceProvider value={place}>
      <ValueFields value={output} openLevels={canRefer ? 1 : 2} />
      {traced && runId !== undefined && (
        <ProvenanceModal
          key={JSON.stringify(traced)}
          runId={runId}
          address={{ path: traced, scope }}
          onClose={() => setTraced(null)}
        />
      )}
    </ValuePlaceProvider>
  );
}
