/** One node of a run: error, model text, tool calls, output. Grows while the node runs. */

import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { FailureText } from "@/components/failure-text";
import { RunDuration } from "@/components/run-duration";
import { StatusBadge } from "@/components/status-badge";
import { useToolTitle } from "@/components/use-tool-title";
import { ERROR_PORT } from "@/document/ports";
import { currentLanguage } from "@/i18n";
import { formatCount, formatDateTime, formatDuration } from "@/i18n/format";
import { localText } from "@/i18n/local-text";
import { storedText } from "@/i18n/stored-text";
import { textOfCall, textsOfNode } from "@/runs/child-text";
import { type NodeRunView, openWait, usedUpRounds, type WaitView, waitedMs } from "@/runs/state";
import { stepOf } from "@/runs/timeline";
import { useRun } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";
import { FailurePlace } from "./failure-place";
import { ModelText } from "./model-text";
import { ModelThoughts } from "./model-thoughts";
import { ReconnectLink } from "./reconnect-link";
import classes from "./run-detail.module.css";
import { ToolCallCard } from "./tool-call-card";
import { TracedOutput } from "./traced-output";
import { WrittenFile } from "./written-file";

type Props = {
  node: NodeRunView;
  /** The run that it is part of; the one on the screen when it is left out. */
  runId?: string | undefined;
};

export function NodeRunDetail({ node, runId }: Props) {
  const { t } = useTranslation("inspector");
  const titleOf = useToolTitle();
  const shownRun = useRun((state) => state.run?.id);
  const tokens = node.modelCalls.reduce(
    (sum, call) => sum + (call.usage ? call.usage.input_tokens + call.usage.output_tokens : 0),
    0,
  );
  // The service did not report them.
  const about = node.modelCalls.some(({ usage }) => usage?.estimated) ? "≈ " : "";
  const children = textsOfNode(node);
  const waited = waitedMs(node);
  const time = (iso: string) => formatDateTime(iso, currentLanguage());
  const wait = openWait(node);
  const waitText = ({ kind, dueAt }: WaitView) => {
    const what = t("waiting", { kind: t(`approvals:kind.${kind}`, { defaultValue: kind }) });
    return dueAt === null ? what : `${what} · ${t("waitingUntil", { time: time(dueAt) })}`;
  };
  return (
    <div className={classes.detail}>
      <div className={classes.summary}>
        <StatusBadge status={node.status} />
        <span className={classes.quiet}>
          <RunDuration ms={node.durationMs} since={node.status === "running" ? node.startedAt : null} />
        </span>
        {waited > 0 && node.durationMs !== null && (
          <span className={classes.quiet}>
            {t("waited", {
              waited: formatDuration(waited),
              worked: formatDuration(Math.max(0, node.durationMs - waited)),
            })}
          </span>
        )}
        {tokens > 0 && (
          <span className={classes.quiet}>
            {t("tokens", { count: tokens, tokens: `${about}${formatCount(tokens, currentLanguage())}` })}
          </span>
        )}
        {node.pinned && <span className={classes.mark}>{t("pinned")}</span>}
        {node.mocked && <span className={classes.mark}>{t("mocked")}</span>}
        {node.shared && <span className={classes.mark}>{t("shared")}</span>}
      </div>
      {wait && <p className={classes.quiet}>{waitText(wait)}</p>}
      {node.retry && (
        <p className={classes.quiet}>
          {t("retryAt", { attempt: node.retry.attempt, time: time(node.retry.at) })}
        </p>
      )}
      {node.earlier.map((view) => (
        <section key={view.attempt}>
          <p className={classes.quiet}>
            {t("attemptFailed", {
              attempt: view.attempt,
              reason: view.error ? storedText(view.error) : "",
            })}
          </p>
          <ToolCalls node={view} />
        </section>
      ))}
      {node.caught && (
        <Alert color="yellow" title={t(node.ports.includes(ERROR_PORT.id) ? "caughtAtPort" : "caught")}>
          {storedText(node.caught)}
        </Alert>
      )}
      {node.error && (
        <Alert color="red" title={t("failed")}>
          <FailureText error={node.error} />
          <FailurePlace error={node.error} at={node.key} />
          <ReconnectLink error={node.error} />
        </Alert>
      )}
      {usedUpRounds(node) && (
        <Alert color="yellow" title={t("roundsUsedUp")}>
          {t("roundsUsedUpText")}
        </Alert>
      )}
      {node.skippedTools.map((tool) => (
        <Alert
          key={tool.toolId}
          color="gray"
          title={t("toolNotOffered", { name: titleOf(tool.toolId, tool.title) })}
        >
          {t(`skipped.${tool.code}`, { defaultValue: localText(tool.message) })}
        </Alert>
      ))}
      <ModelThoughts calls={node.modelCalls} />
      <ModelText streams={node.streams} running={node.status === "running"} />
      {node.toolCalls.length > 0 && (
        <section>
          <h2 className={classes.label}>{t("toolCalls")}</h2>
          <ToolCalls node={node} />
        </section>
      )}
      {children.length > 0 && (
        <section>
          <h2 className={classes.label}>{t("childText")}</h2>
          {children.map(({ run, text }) => (
            <p key={run} className={classes.text} data-growing>
              {text}
            </p>
          ))}
        </section>
      )}
      {node.logs.map((line) => (
        <p key={line.seq} className={classes.quiet}>
          {line.message}
        </p>
      ))}
      {node.output && (
        <section>
          <h2 className={classes.label}>{t("output")}</h2>
          <WrittenFile node={node} />
          <TracedOutput
            output={node.output}
            root={node.type === "start" ? ["inputs"] : ["nodes", node.key]}
            runId={runId ?? shownRun}
            scope={node.scope}
          />
          {node.truncated && <p className={classes.quiet}>{t("truncated")}</p>}
        </section>
      )}
    </div>
  );
}

/** The calls of an attempt; the one that was chosen in the timeline is open. */
function ToolCalls({ node }: Pick<Props, "node">) {
  const step = useUi((ui) => ui.step);
  return node.toolCalls.map((call) => {
    const isChosen = stepOf.tool(node.attempt, call.callId) === step;
    return (
      <ToolCallCard
        key={`${call.callId} ${isChosen}`}
        call={call}
        live={textOfCall(node, call)}
        startOpen={isChosen}
      />
    );
  });
}
