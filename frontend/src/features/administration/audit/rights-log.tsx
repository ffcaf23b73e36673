import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { eventsAddress, useAccessEvents } from "@/api/audit";
import type { AccessEvent } from "@/api/types";
import { type Chip, FilterSelect } from "@/components/list-filter/list-filter";
import { ANY_TIME, writeFilter } from "@/components/list-filter/period";
import { PeriodFields, usePeriodName } from "@/components/list-filter/period-fields";
import { LogFacts, LogRow, type RowAddress } from "@/components/log-row/log-row";
import classes from "@/components/log-row/log-row.module.css";
import { RelativeTime } from "@/components/relative-time";
import { ValueView } from "@/components/value-view/value-view";
import { formatDateTime } from "@/i18n/format";
import { asQuery, KINDS, type RightsFilter, readRightsFilter } from "./audit-filter";
import { LinkedEntry, LogFrame } from "./log-frame";
import { PersonField } from "./person-field";
import { useRowAddress } from "./use-row-address";

/** Sign-ins, refused rights and changes of who may do what, newest first. */
export function RightsLog() {
  const { t } = useTranslation("administration-audit");
  const [params, setParams] = useSearchParams();
  const filter = readRightsFilter(params);
  const query = useAccessEvents(asQuery(filter));
  const events = query.data?.pages.flatMap((page) => page.results) ?? [];
  const set = (next: Partial<RightsFilter>) =>
    setParams({ log: "rights", ...Object.fromEntries(writeFilter({ ...filter, ...next })) });
  const { row, addressOf } = useRowAddress();
  const isElsewhere = row !== null && query.isSuccess && !events.some(({ id }) => id === row);
  const period = usePeriodName(filter);
  const { kind, user } = filter;
  const chips: (Chip | undefined | false)[] = [
    kind && {
      id: "kind",
      label: t("is.kind", { name: t(`subject.${kind}`) }),
      onRemove: () => set({ kind: undefined }),
    },
    user !== undefined && {
      id: "user",
      label: t("is.user", { name: user }),
      onRemove: () => set({ user: undefined }),
    },
    period !== undefined && { id: "period", label: period, onRemove: () => set(ANY_TIME) },
  ];
  return (
    <LogFrame
      log="rights"
      query={query}
      rows={events}
      search={filter.search}
      file={eventsAddress(asQuery(filter))}
      onClear={() => setParams({ log: "rights" })}
      linked={isElsewhere && <LinkedEvent id={row} address={addressOf(row)} />}
      chips={chips.filter((chip) => typeof chip === "object")}
      fields={
        <>
          <FilterSelect
            label={t("filter.kind")}
            any={t("filter.anyKind")}
            value={kind}
            options={KINDS.map((value) => ({ value, label: t(`subject.${value}`) }))}
            onChange={(next) => set({ kind: next })}
          />
          <PersonField value={user} onChange={(next) => set({ user: next })} />
          <PeriodFields label={t("filter.date")} value={filter} onChange={set} />
        </>
      }
    >
      {events.map((event) => (
        <EventRow key={event.id} event={event} address={addressOf(event.id)} />
      ))}
    </LogFrame>
  );
}

/** The event of the address, where the list does not show it. */
function LinkedEvent({ id, address }: { id: string; address: RowAddress }) {
  const query = useAccessEvents({ row: Number(id) });
  return (
    <LinkedEntry query={query}>
      {query.data?.pages[0]?.results.map((event) => (
        <EventRow key={event.id} event={event} address={address} />
      ))}
    </LinkedEntry>
  );
}

function EventRow({ event, address }: { event: AccessEvent; address: RowAddress }) {
  const { t, i18n } = useTranslation("administration-audit");
  const [subject = "", verb = ""] = event.action.split(".");
  const isKnown = KINDS.some((known) => known === subject);
  const person = event.username || t("event.nobody");
  return (
    <LogRow
      address={address}
      head={
        <>
          <span className={classes.title}>
            {isKnown ? `${t(`subject.${subject}`)} · ${t(`verb.${verb}`, verb)}` : event.action}
          </span>
          <span className={classes.about}>{event.target}</span>
          <span className={classes.person}>{person}</span>
          <span className={classes.time}>
            <RelativeTime iso={event.at} />
          </span>
        </>
      }
    >
      <LogFacts
        facts={[
          [t("event.at"), formatDateTime(event.at, i18n.language)],
          [t("filter.person"), person],
          event.target !== "" && [t("event.target"), event.target],
          event.address !== "" && [t("event.address"), event.address],
        ]}
      />
      {Object.keys(event.details).length > 0 && <ValueView value={event.details} />}
    </LogRow>
  );
}
