/** Under a card, at every zoom that shows its words: why its node failed, or what a person is asked there. */

import { NodeToolbar, Position, useReactFlow } from "@xyflow/react";
import { type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useApprovals } from "@/api/runs";
import type { NodeDoc, RunError } from "@/api/types";
import { ApprovalBody } from "@/components/approvals/approval-body";
import { FailureText } from "@/components/failure-text";
import { shownNode, shownScope } from "@/runs/passes";
import { openWait } from "@/runs/state";
import { useRun } from "@/stores/run-store";
import { overflow } from "./view-area";

/** Least room around a question, in pixels. */
const MARGIN = 24;
/** Waits that end by themselves. */
const UNATTENDED = new Set(["delay", "child_run"]);

export function NodeNotice({ node }: { node: NodeDoc }) {
  const error = useRun((state) => shownNode(state, node.key)?.error ?? null);
  const wait = useRun((state) => {
    const view = shownNode(state, node.key);
    return (view && openWait(view)?.kind) ?? null;
  });
  const isAsking = wait !== null && !UNATTENDED.has(wait);
  if (!error && !isAsking) return null;
  return (
    <NodeToolbar
      nodeId={node.key}
      isVisible
      position={Position.Bottom}
      offset={8}
      className={error ? "fl-notice" : "nodrag nopan nowheel"}
      data-tone={error ? "failed" : undefined}
    >
      {error ? (
        <Failure name={node.name} error={error} />
      ) : (
        isAsking && <NodeQuestion node={node} kind={wait} />
      )}
    </NodeToolbar>
  );
}

function Failure({ name, error }: { name: string; error: RunError }) {
  const { t } = useTranslation("inspector");
  return (
    <>
      <strong>{t("failure.node", { name })}</strong>
      <FailureText error={error} />
    </>
  );
}

type QuestionProps = {
  node: NodeDoc;
  /** Kind of the wait. */
  kind: string;
};

/** The question of a waiting node, with its answers. On a phone, where it is whole below, only its kind. */
function NodeQuestion({ node, kind }: QuestionProps) {
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

/** Moves the canvas as little as needed to show an element whole: when its content is there, and at each new size. */
function useInSight(element: RefObject<HTMLElement | null>, content: unknown): void {
  const flow = useReactFlow();
  useEffect(() => {
    const shown = element.current;
    const canvas = shown?.closest(".react-flow");
    if (content === undefined || !shown || !canvas) return;
    let frame = 0;
    const reveal = () => {
      const inner = shown.getBoundingClientRect();
      const outer = canvas.getBoundingClientRect();
      const moveX = overflow(inner.left, inner.width, outer.left, outer.right, MARGIN);
      const moveY = overflow(inner.top, inner.height, outer.top, outer.bottom, MARGIN);
      if (inner.width === 0 || (moveX === 0 && moveY === 0)) return;
      const { x, y, zoom } = flow.getViewport();
      void flow.setViewport({ x: x + moveX, y: y + moveY, zoom });
    };
    // After the canvas has seen to its own view at the new size.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(reveal);
    });
    observer.observe(shown);
    observer.observe(canvas);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [flow, element, content]);
}
