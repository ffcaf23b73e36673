/** Searchable choice of an API's operations, with unsupported parts of the chosen ones. */

import { Button, Checkbox, Group, TextInput } from "@mantine/core";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { OpenApiReport } from "@/api/types";
import classes from "../schema-form.module.css";

/** More are found by searching: thousands of boxes would keep the page busy. */
const MOST_SHOWN = 100;
/** The server's limit. */
const MOST_CHOSEN = 128;

type Props = {
  label: string;
  report: OpenApiReport;
  /** Ids of the operations that the tool has now. */
  kept: string[];
  reading: boolean;
  /** Returns true if they could be imported. */
  onTake: (chosen: string[]) => Promise<boolean>;
};

export function OperationList({ label, report, kept, reading, onTake }: Props) {
  const { t } = useTranslation("schema-form");
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(kept));
  const found = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return report.operations.filter((one) => {
      const text = `${one.id} ${one.method} ${one.path} ${one.title} ${one.tags.join(" ")}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }, [report, search]);
  const [taken, setTaken] = useState(kept);
  const toggle = (ids: string[], on: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  };
  const wanted = report.operations.flatMap(({ id }) => (chosen.has(id) ? [id] : []));
  const lost = report.operations.filter(({ notes }) => notes.length > 0);
  const isTaken = wanted.length === taken.length && wanted.every((id) => taken.includes(id));
  const take = async () => {
    const done = wanted.length <= MOST_CHOSEN && (await onTake(wanted));
    if (done) setTaken(wanted);
    return done;
  };
  const root = useTakenBeforeSaving(isTaken, take);
  return (
    <div ref={root}>
      <Group gap="xs" my="xs" align="end">
        <TextInput
          flex={1}
          size="xs"
          aria-label={t("openapi.search")}
          placeholder={t("openapi.search")}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={onEnter(() => undefined)}
        />
        <Button
          size="xs"
          variant="subtle"
          disabled={found.length > MOST_CHOSEN}
          onClick={() =>
            toggle(
              found.map(({ id }) => id),
              true,
            )
          }
        >
          {t("openapi.all", { count: found.length })}
        </Button>
      </Group>
      <ul className={classes.functions} aria-label={label}>
        {found.slice(0, MOST_SHOWN).map((one) => (
          <li key={one.id}>
            <Checkbox
              size="xs"
              checked={chosen.has(one.id)}
              onChange={(event) => toggle([one.id], event.currentTarget.checked)}
              label={
                <>
                  {one.title || one.id}
                  {one.deprecated && <span className={classes.mark}>{t("openapi.deprecated")}</span>}
                </>
              }
              description={`${one.method} ${one.path}`}
            />
          </li>
        ))}
      </ul>
      {found.length > MOST_SHOWN && (
        <p className={classes.hint}>{t("openapi.more", { count: found.length - MOST_SHOWN })}</p>
      )}
      <Button
        mt="xs"
        size="xs"
        loading={reading}
        disabled={isTaken || wanted.length > MOST_CHOSEN}
        onClick={() => void take()}
      >
        {t(isTaken ? "openapi.taken" : "openapi.take", { count: wanted.length })}
      </Button>
      {wanted.length > MOST_CHOSEN && (
        <p className={classes.hint}>{t("openapi.tooMany", { most: MOST_CHOSEN })}</p>
      )}
      {(report.notes.length > 0 || lost.length > 0) && (
        <section aria-label={t("openapi.lost")} className={classes.hint}>
          <strong>{t("openapi.lost")}</strong>
          <ul>
            {report.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
            {lost.map((one) => (
              <li key={one.id}>
                {one.title || one.id}: {one.notes.join(" ")}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Enter in a line of a form would save the form. */
export function onEnter(act: () => unknown) {
  return (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
}

/** Delays the surrounding form's submit until a choice has been imported, then saves. */
function useTakenBeforeSaving(isTaken: boolean, take: () => Promise<boolean>) {
  const root = useRef<HTMLDivElement>(null);
  const saving = useRef(false);
  useEffect(() => {
    const form = root.current?.closest("form");
    if (!form) return;
    if (isTaken) {
      if (saving.current) form.requestSubmit();
      saving.current = false;
      return;
    }
    const hold = (event: SubmitEvent) => {
      event.preventDefault();
      // React hears of it further up.
      event.stopPropagation();
      if (saving.current) return;
      saving.current = true;
      void take().then((taken) => {
        if (!taken) saving.current = false;
      });
    };
    form.addEventListener("submit", hold);
    return () => form.removeEventListener("submit", hold);
  });
  return root;
}
