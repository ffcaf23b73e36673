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
import { inside } from "./opening-view";
import { type Area, overflow } from "./view-area";

/** Room around a question that is too high to leave the tools of the canvas free, in pixels. */
const MARGIN = 24;
/** Above every card and the bar of a selected one: by itself, each lies as high as the node that it belongs to. */
const ABOVE_ALL = { zIndex: 2000 };
/** The map in the corner, which comes and goes with what is in view. */
const MAP_WIDTH = 188;
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
      style={ABOVE_ALL}
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
      const free = uncovered(canvas);
      const fits = inner.height <= free.bottom - free.top;
      const moveX = overflow(inner.left, inner.width, free.left, free.right, 0);
      const moveY = fits
        ? overflow(inner.top, inner.height, free.top, free.bottom, 0)
        : overflow(inner.top, inner.height, outer.top, outer.bottom, MARGIN);
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

/** The part of the screen where neither panels nor what belongs to the canvas cover it. */
function uncovered(canvas: Element): Area {
  const { left, top, right, bottom } = canvas.getBoundingClientRect();
  const style = getComputedStyle(canvas);
  const panel = (side: "left" | "right") =>
    Number.parseFloat(style.getPropertyValue(`--fl-inset-${side}`)) || 0;
  const free = inside({ left: left + panel("left"), top, right: right - panel("right"), bottom });
  return { ...free, right: free.right - MAP_WIDTH };
}
