/** The question of a waiting node, with its answers, at the node. On a phone, where it is whole below, only its kind. */

import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useApprovals } from "@/api/runs";
import type { NodeDoc } from "@/api/types";
import { ApprovalBody } from "@/components/approvals/approval-body";
import { useInSight } from "@/components/canvas/use-in-sight";
import { shownScope } from "@/runs/passes";
import { useRun } from "@/stores/run-store";

type Props = {
  node: NodeDoc;
  /** Kind of the wait. */
  kind: string;
};

export function NodeQuestion({ node, kind }: Props) {
  const { t } = useTranslation("approvals");
  const runId = useRun((state) => state.run?.id);
  const scope = useRun((state) => shownScope(state, node.key));
  const { data } = useApprovals({ status: "open", run: runId ?? "" });
  const approval = data?.pages
    .flatMap((page) => page.results)
    .find((row) => row.run.id === runId && row.node_key === node.key && row.scope === scope);
  const card = useRef<HTMLElement>(null);
  useInSight(card, approval?.id);
  const waits = t("waitsFor", { kind: t(`kind.${kind}`, { defaultValue: kind }) });
  // Its node may be out of sight.
  const title = `${node.name} · ${waits}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click in the question does not choose the node
    <section
      ref={card}
      className="fl-notice"
      data-tone="waiting"
      aria-label={title}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <strong>{title}</strong>
      {approval && (
        <div className="fl-question">
          <ApprovalBody approval={approval} />
        </div>
      )}
    </section>
  );
}
