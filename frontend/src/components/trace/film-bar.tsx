/** Goes through a run like through a film: play, pause, event by event, by dragging, by keys. */

import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/components/icon-button";
import type { IconName } from "@/components/icons";
import classes from "@/components/trace/film-bar.module.css";
import { currentLanguage } from "@/i18n";
import { formatCount } from "@/i18n/format";
import { useRun, useRunStore } from "@/stores/run-store";

/** Nobody watches an hour of waiting, and nobody sees what lasts a millisecond. */
const LONGEST_MS = 800;
const SHORTEST_MS = 30;

export function FilmBar() {
  const { t } = useTranslation("dock");
  const store = useRunStore();
  const newest = useRun((state) => (state.moment?.newest ?? state).lastSeq);
  const moment = useRun((state) => state.moment);
  const [isPlaying, setPlaying] = usePlaying();
  if (newest === 0) return null;
  const of = moment?.of ?? newest;
  const count = moment?.count ?? of;
  const show = (next: number | null) => {
    setPlaying(false);
    store.getState().showMoment(next);
  };
  const play = () => {
    if (!isPlaying && count === of) store.getState().showMoment(0);
    setPlaying(!isPlaying);
  };
  const number = (value: number) => formatCount(value, currentLanguage());
  return (
    <section className={classes.bar} aria-label={t("film.label")}>
      <FilmButton icon="chevron-left" label={t("film.back")} onClick={() => show(count - 1)} />
      <FilmButton
        icon={isPlaying ? "player-pause" : "player-play"}
        label={t(isPlaying ? "film.pause" : "film.play")}
        onClick={play}
      />
      <FilmButton icon="chevron-right" label={t("film.forward")} onClick={() => show(count + 1)} />
      <input
        type="range"
        className={classes.slider}
        aria-label={t("film.moment")}
        aria-valuetext={t("film.at", { shown: number(count), of: number(of) })}
        min={0}
        max={of}
        value={count}
        onChange={({ currentTarget }) => show(Number(currentTarget.value))}
        onKeyDown={(event) => {
          if (event.key !== " ") return;
          event.preventDefault();
          play();
        }}
      />
      <span className={classes.count}>{t("film.at", { shown: number(count), of: number(of) })}</span>
      <FilmButton
        icon="player-track-next"
        label={t("film.newest")}
        isDisabled={moment === null}
        onClick={() => show(null)}
      />
    </section>
  );
}

type ButtonProps = { icon: IconName; label: string; isDisabled?: boolean; onClick: () => void };

function FilmButton({ icon, label, isDisabled = false, onClick }: ButtonProps) {
  return <IconButton icon={icon} color="gray" label={label} tip disabled={isDisabled} onClick={onClick} />;
}

/** Play back the events with their original gaps, within limits. Stops at the end. */
function usePlaying(): [boolean, (isPlaying: boolean) => void] {
  const store = useRunStore();
  const [isWanted, setWanted] = useState(false);
  const moment = useRun((state) => state.moment);
  const isPlaying = isWanted && moment !== null && moment.count < moment.of;
  const count = moment?.count ?? 0;
  useEffect(() => {
    if (!isPlaying) return;
    const { showMoment, gapAfter } = store.getState();
    const wait = Math.min(Math.max(gapAfter(count), SHORTEST_MS), LONGEST_MS);
    const timer = setTimeout(() => showMoment(count + 1), wait);
    return () => clearTimeout(timer);
  }, [isPlaying, count, store]);
  return [isPlaying, setWanted];
}
