/** One line of the trace: a node, a model call, a tool call, or something worth knowing. */

import { UnstyledButton } from "@mantine/core";
import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Duration } from "@/components/duration";
import { Icon } from "@/components/icon";
import { ToolCallCard } from "@/components/run-detail/tool-call-card";
import { StatusDot } from "@/components/status-dot";
import { useToolTitle } from "@/components/use-tool-title";
import { currentLanguage } from "@/i18n";
import { failureText } from "@/i18n/failure-text";
import { formatCount, formatDateTime, formatDuration } from "@/i18n/format";
import { localText } from "@/i18n/local-text";
import { textOfCall } from "@/runs/child-text";
import { attemptOf } from "@/runs/node-events";
import { addressOf, stepsOf } from "@/runs/passes";
import { type NodeRunView, type TraceEntry, usedUpRounds } from "@/runs/state";
import { useRun, useRunStore } from "@/stores/run-store";
import { openNode } from "@/stores/ui-store";
import classes from "./trace.module.css";
import { ChildRunRow, KnowledgeNote } from "./trace-notes";

type Props = { entry: TraceEntry; selected: boolean };
type NodeEntry = Extract<TraceEntry, { kind: "node" }>;

export const TraceRow = memo(function TraceRow({ entry, selected }: Props) {
  const { t } = useTranslation("dock");
  const titleOf = useToolTitle();
  const node = useRun((state) => {
    const view = entry.kind === "run" ? undefined : state.nodes[addressOf(entry.scope, entry.nodeKey)];
    return view && attemptOf(view, entry.attempt);
  });
  switch (entry.kind) {
    case "run":
      return <li className={classes.runRow}>{t(`event.${entry.event}`)}</li>;
    case "node":
      return node ? (
        <Row selected={selected} nodeKey={entry.nodeKey} scope={entry.scope}>
          <StatusDot status={node.status} />
          <span className={classes.name}>{node.name || entry.nodeKey}</span>
          <Pass scope={entry.scope} />
          {node.error && <span className={classes.error}>{failureText(node.error)}</span>}
          {node.caught && <span className={classes.caught}>{failureText(node.caught)}</span>}
          {usedUpRounds(node) && <span className={classes.caught}>{t("inspector:roundsUsedUp")}</span>}
          {node.wait?.dueAt && (
            <span className={classes.quiet}>
              {t("waitsUntil", { time: formatDateTime(node.wait.dueAt, currentLanguage()) })}
            </span>
          )}
          <span className={classes.time}>
            <Duration ms={node.durationMs} since={node.status === "running" ? node.startedAt : null} />
          </span>
        </Row>
      ) : (
        <ForgottenRow entry={entry} selected={selected} />
      );
    case "model_call":
      return node ? <ModelCall node={node} round={entry.round} selected={selected} /> : null;
    case "tool_call": {
      const call = node?.toolCalls.find((candidate) => candidate.callId === entry.callId);
      return node && call ? (
        <li className={classes.nested}>
          <ToolCallCard call={call} live={textOfCall(node, call)} />
        </li>
      ) : null;
    }
    case "tools_offered":
      return (
        <Note nodeKey={entry.nodeKey} selected={selected} text={t("toolsOffered", { count: entry.count })} />
      );
    case "tool_skipped":
      return (
        <Note
          nodeKey={entry.nodeKey}
          selected={selected}
          text={t("toolSkipped", {
            name: titleOf(entry.toolId, entry.title),
            reason: t(`inspector:skipped.${entry.code}`, { defaultValue: localText(entry.message) }),
          })}
        />
      );
    case "knowledge":
    case "knowledge_skipped":
      return (
        <Row nodeKey={entry.nodeKey} selected={selected} nested>
          <KnowledgeNote entry={entry} />
        </Row>
      );
    case "child_run":
      return <ChildRunRow entry={entry} selected={selected} />;
    case "retry":
      return (
        <Note
          nodeKey={entry.nodeKey}
          selected={selected}
          text={t("retry", { attempt: entry.attempt, delay: formatDuration(entry.delayS * 1000) })}
        />
      );
    case "again":
      return <Note nodeKey={entry.nodeKey} selected={selected} text={t("again")} />;
    case "answer": {
      const decision = t(`approvals:decision.${entry.decision}`, { defaultValue: entry.decision });
      return (
        <Note nodeKey={entry.nodeKey} selected={selected} text={t("answer", { decision, name: entry.by })} />
      );
    }
    case "log":
      return <Note nodeKey={entry.nodeKey} selected={selected} text={entry.message} />;
  }
});

/** A step of a pass so old that no more is known of it here than that it went well; a click has it read again. */
function ForgottenRow({ entry, selected }: { entry: NodeEntry; selected: boolean }) {
  const name = useRun((state) => state.labels[entry.nodeKey]?.name);
  return (
    <Row selected={selected} nodeKey={entry.nodeKey} scope={entry.scope}>
      <StatusDot status={entry.skipped ? "skipped" : "succeeded"} />
      <span className={classes.name}>{name ?? entry.nodeKey}</span>
      <Pass scope={entry.scope} />
    </Row>
  );
}

function ModelCall({ node, round, selected }: { node: NodeRunView; round: number; selected: boolean }) {
  const { t } = useTranslation("dock");
  const call = node.modelCalls.find((candidate) => candidate.round === round);
  const text = node.streams[`r${round}`] ?? "";
  if (!call) return null;
  const tokens = call.usage ? call.usage.input_tokens + call.usage.output_tokens : null;
  return (
    <Row selected={selected} nodeKey={node.key} nested>
      <Icon name="sparkles" size={14} />
      <span className={classes.quiet}>{t("modelCall", { round, model: call.model || call.provider })}</span>
      {text && <span className={classes.words}>{text}</span>}
      {tokens !== null && (
        <span className={classes.time}>
          {t("tokens", { count: tokens, tokens: formatCount(tokens, currentLanguage()) })}
        </span>
      )}
      <span className={classes.time}>
        <Duration ms={call.durationMs} />
      </span>
    </Row>
  );
}

function Note({ nodeKey, selected, text }: { nodeKey: string; selected: boolean; text: string }) {
  return (
    <Row selected={selected} nodeKey={nodeKey} nested>
      <Icon name="info-circle" size={14} />
      <span className={classes.note}>{text}</span>
    </Row>
  );
}

/** Which passes of the containers around it a node ran in. */
function Pass({ scope }: { scope: string }) {
  const steps = stepsOf(scope);
  if (steps.length === 0) return null;
  return <span className={classes.quiet}>{steps.map(({ index }) => `#${index + 1}`).join(" ")}</span>;
}

type RowProps = {
  nodeKey: string;
  scope?: string;
  selected: boolean;
  nested?: boolean;
  children: ReactNode;
};

function Row({ nodeKey, scope = "", selected, nested = false, children }: RowProps) {
  const store = useRunStore();
  return (
    <li className={nested ? classes.nested : undefined}>
      <UnstyledButton
        className={classes.row}
        data-selected={selected || undefined}
        onClick={() => {
          store.getState().pickScope(scope);
          openNode(nodeKey, "output");
        }}
      >
        {children}
      </UnstyledButton>
    </li>
  );
}
