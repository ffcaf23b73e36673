/** Activity of a run: waits for people, the timeline, and streaming model text. */

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { RunWaits } from "@/components/approvals/run-waits";
import { EmptyState } from "@/components/empty-state";
import { Markdown } from "@/components/markdown";
import { RunResult } from "@/components/run-detail/run-result";
import classes from "@/components/trace/trace.module.css";
import { useFollowEnd } from "@/hooks/use-follow-end";
import { isOpen } from "@/runs/state";
import type { TimelineEntry } from "@/runs/timeline";
import { writtenText } from "@/runs/written-text";
import { type RunStoreState, useRunStore } from "@/stores/run-store";
import { selectedNode, useUi } from "@/stores/ui-store";
import { Timeline } from "./timeline";

type Props = {
  /** Shows the details of a row in another place than on the canvas and in its panel. */
  onOpen?: (row: TimelineEntry) => void;
  /** Shows the result of a run that has ended, where no other part of the page does. */
  withResult?: boolean;
};

export function Trace({ onOpen, withResult = false }: Props) {
  const { t } = useTranslation("dock");
  const state = usePacedRun();
  const isWhole = useUi((ui) => selectedNode(ui) === null);
  const isResult = withResult && isWhole && state.moment === null && !isOpen(state.status);
  if (state.run === null) return <EmptyState icon="player-play" title={t("noRun")} text={t("noRunText")} />;
  return (
    <div className={classes.trace}>
      <div className={classes.parts}>
        <Timeline state={state} onOpen={onOpen} />
        <div className={classes.side}>
          <RunWaits />
          {isResult ? <Result /> : <LiveText state={state} />}
        </div>
      </div>
    </div>
  );
}

function Result() {
  const { t } = useTranslation("dock");
  return (
    <section className={classes.textPart} aria-label={t("result")}>
      <h2 className={classes.textHead}>{t("result")}</h2>
      <div className={classes.result}>
        <RunResult />
      </div>
    </section>
  );
}

/** Ten times a second looks like growing to people, and costs a sixth of what every frame does. */
const PACE_MS = 100;

/** The run on the screen, at most ten times a second; another run, or another moment of it, at once. */
function usePacedRun(): RunStoreState {
  const store = useRunStore();
  const [state, setState] = useState(store.getState);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      clearTimeout(timer);
      timer = undefined;
      setState(store.getState());
    };
    take();
    const stop = store.subscribe((next, before) => {
      if (next.run?.id !== before.run?.id || next.moment !== before.moment) take();
      else timer ??= setTimeout(take, PACE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store]);
  return state;
}

/** Maximum share of time spent on rendering. */
const SHARE = 0.05;

/** The text that a model writes; its end stays in sight until somebody scrolls up. */
function LiveText({ state }: { state: RunStoreState }) {
  const { t } = useTranslation("dock");
  const key = useUi(selectedNode);
  const step = useUi((ui) => ui.step);
  const written = writtenText(state, { key, step });
  const writes = Object.values(state.labels).some(({ type }) => type === "process");
  if (!written && !(writes && isOpen(state.status))) return null;
  return (
    <section className={classes.textPart} aria-label={t("text.label")}>
      {written ? (
        <>
          <h2 className={classes.textHead}>
            {t("text.title", { name: written.name, round: written.round })}
          </h2>
          <GrowingText
            key={`${written.name} ${written.round}`}
            text={written.text}
            isGrowing={written.isGrowing}
          />
        </>
      ) : (
        <p className={classes.noText}>{t("text.none")}</p>
      )}
    </section>
  );
}

function GrowingText({ text, isGrowing }: { text: string; isGrowing: boolean }) {
  const shown = useAffordable(text);
  const content = useRef<HTMLDivElement>(null);
  useFollowEnd(content, shown.length, isGrowing);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys, too
    <div className={classes.textScroll} tabIndex={0}>
      <div ref={content} className={classes.text} data-growing={isGrowing || undefined}>
        <Markdown text={shown} />
      </div>
    </div>
  );
}

/** Throttle a growing value so that slow renders do not pile up. */
function useAffordable<T>(value: T): T {
  const [taken, setTaken] = useState(value);
  const freeAt = useRef(0);
  useEffect(() => {
    if (Object.is(value, taken)) return;
    const draw = () => {
      const began = performance.now();
      flushSync(() => setTaken(value));
      const ended = performance.now();
      freeAt.current = ended + (ended - began) / SHARE;
    };
    const timer = setTimeout(draw, Math.max(0, freeAt.current - performance.now()));
    return () => clearTimeout(timer);
  }, [value, taken]);
  return taken;
}
