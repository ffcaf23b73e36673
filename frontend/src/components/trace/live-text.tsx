/** The text that a model writes, growing; its end stays in sight until somebody scrolls up. */

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Markdown } from "@/components/markdown";
import classes from "@/components/trace/trace.module.css";
import { useFollowEnd } from "@/hooks/use-follow-end";
import { isOpen } from "@/runs/state";
import { writtenText } from "@/runs/written-text";
import type { RunStoreState } from "@/stores/run-store";
import { selectedNode, useUi } from "@/stores/ui-store";

/** Maximum share of time spent on rendering. */
const SHARE = 0.05;

export function LiveText({ state }: { state: RunStoreState }) {
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
