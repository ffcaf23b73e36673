/** Origin of a run's value, node by node, back to the inputs or an outside answer. */

import { Modal, Skeleton } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useRunSnapshot } from "@/api/runs";
import { QueryState } from "@/components/query-list";
import { toDocument } from "@/document/types";
import { addressOf } from "@/runs/passes";
import type { ValueAddress } from "@/runs/provenance";
import { ProvenanceRunContext } from "./provenance-run";
import { ProvenanceStep } from "./provenance-step";

type Props = { runId: string; address: ValueAddress; onClose: () => void };

export function ProvenanceModal({ runId, address, onClose }: Props) {
  const { t } = useTranslation("provenance");
  const query = useRunSnapshot(runId);
  const run = useMemo(() => {
    if (!query.data) return null;
    const { id, inputs, output, document, node_runs: rows } = query.data;
    const outputs = new Map(rows.map((row) => [addressOf(row.scope, row.node_key), row.output]));
    const outputOf = (key: string, scope: string) => outputs.get(addressOf(scope, key)) ?? null;
    return { id, inputs, output, document: toDocument(document), outputOf };
  }, [query.data]);
  return (
    <Modal opened onClose={onClose} size={720} title={t("title")}>
      <QueryState query={query} pending={<Skeleton height={160} />} />
      {run && (
        <ProvenanceRunContext value={run}>
          <ProvenanceStep address={address} depth={0} onLeave={onClose} />
        </ProvenanceRunContext>
      )}
    </Modal>
  );
}
