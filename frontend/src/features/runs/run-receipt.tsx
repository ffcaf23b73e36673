/** Effects of a stopped or failed run, none of which were undone. */

import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useReceipt } from "@/api/runs";
import type { Receipt, Status } from "@/api/types";
import { RelativeTime } from "@/components/relative-time";
import { StatusDot } from "@/components/status-dot";
import { TextButton } from "@/components/text-button";
import classes from "@/features/runs/run-page.module.css";
import { stepsOf } from "@/runs/passes";
import { useNewestRun, useRun } from "@/stores/run-store";
import { openNode } from "@/stores/ui-store";

type Call = Receipt["calls"][number];

const DOT: Record<Call["outcome"], Status> = {
  succeeded: "succeeded",
  failed: "failed",
  unknown: "waiting",
};

export function RunReceipt({ runId }: { runId: string }) {
  const { t } = useTranslation("runs");
  const stoppedEarly = useNewestRun(({ status }) => status === "cancelled" || status === "failed");
  const { data } = useReceipt(runId, stoppedEarly);
  if (!stoppedEarly || !data) return null;
  return (
    <section>
      <h3 className={classes.label}>{t("receipt.title")}</h3>
      {data.calls.length === 0 && <p className={classes.none}>{t("receipt.noCalls")}</p>}
      <ul className={classes.reasons}>
        {data.calls.map((call) => (
          <MadeCall key={`${call.at} ${call.node_key} ${call.function}`} call={call} runId={runId} />
        ))}
      </ul>
      {data.more_calls > 0 && <p className={classes.none}>{t("receipt.more", { count: data.more_calls })}</p>}
      <Nodes title={t("receipt.stopped")} nodes={data.stopped} />
      <Nodes
        title={t("receipt.notBegun")}
        nodes={data.not_begun.map((key) => ({ node_key: key, scope: "" }))}
      />
    </section>
  );
}

function MadeCall({ call, runId }: { call: Call; runId: string }) {
  const { t } = useTranslation("runs");
  return (
    <li>
      <StatusDot status={DOT[call.outcome]} />
      <div>
        {call.title || call.function}
        <p className={classes.factLine}>
          <span>{t(`receipt.outcome.${call.outcome}`)}</span>
          {call.run_id === runId ? (
            <NodeName nodeKey={call.node_key} />
          ) : (
            <Link to={`/runs/${call.run_id}`}>{t("receipt.inRun")}</Link>
          )}
          <RelativeTime iso={call.at} />
        </p>
      </div>
    </li>
  );
}

function Nodes({ title, nodes }: { title: string; nodes: Receipt["stopped"] }) {
  if (nodes.length === 0) return null;
  return (
    <>
      <h4 className={classes.label}>{title}</h4>
      <ul className={classes.names}>
        {nodes.map(({ node_key, scope }) => (
          <li key={`${scope}:${node_key}`}>
            <NodeName nodeKey={node_key} />
            {stepsOf(scope).map(({ container, index }) => (
              <span key={container}> #{index + 1}</span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

function NodeName({ nodeKey }: { nodeKey: string }) {
  const name = useRun((state) => state.labels[nodeKey]?.name);
  if (name === undefined) return <span>{nodeKey}</span>;
  return (
    <TextButton underline="hover" onClick={() => openNode(nodeKey, "output")}>
      {name}
    </TextButton>
  );
}
