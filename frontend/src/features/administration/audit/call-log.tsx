import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { callsAddress, useInvocationNames } from "@/api/audit";
import { useInvocations } from "@/api/tools";
import { type Chip, FilterSelect } from "@/components/list-filter/list-filter";
import { ANY_TIME, writeFilter } from "@/components/list-filter/period";
import { PeriodFields, usePeriodName } from "@/components/list-filter/period-fields";
import type { RowAddress } from "@/components/log-row/log-row";
import { CallRow } from "@/components/tool-call/call-row";
import { useToolTitle } from "@/components/use-tool-title";
import { asQuery, type CallFilter, DECISIONS, ORIGINS, RESULTS, readCallFilter } from "./audit-filter";
import { LinkedEntry, LogFrame } from "./log-frame";
import { PersonField } from "./person-field";
import { useRowAddress } from "./use-row-address";

/** All tool calls, newest first. */
export function CallLog() {
  const { t } = useTranslation("administration-audit");
  const tools = useTranslation("tools").t;
  const [params, setParams] = useSearchParams();
  const filter = readCallFilter(params);
  const query = useInvocations(asQuery(filter));
  const calls = query.data?.pages.flatMap((page) => page.results) ?? [];
  const set = (next: Partial<CallFilter>) => setParams(writeFilter({ ...filter, ...next }));
  const titles = useNamedTools(filter.tool);
  const { row, addressOf } = useRowAddress();
  const isElsewhere = row !== null && query.isSuccess && !calls.some(({ id }) => id === row);
  const period = usePeriodName(filter);
  const chip = (id: keyof CallFilter & string, name: string | undefined): Chip[] =>
    name === undefined
      ? []
      : [{ id, label: t(`is.${id}`, { name }), onRemove: () => set({ [id]: undefined }) }];
  const { tool, user, decision, result, origin } = filter;
  return (
    <LogFrame
      log="calls"
      query={query}
      rows={calls}
      search={filter.search}
      file={callsAddress(asQuery(filter))}
      onClear={() => setParams({})}
      linked={isElsewhere && <LinkedCall id={row} address={addressOf(row)} />}
      chips={[
        ...chip("tool", tool && titles.find(({ value }) => value === tool)?.label),
        ...chip("user", user),
        ...chip("decision", decision && tools(`decision.${decision}`)),
        ...chip("result", result && t(`result.${result}`)),
        ...chip("origin", origin && tools(`calls.origin.${origin}`)),
        ...(period === undefined ? [] : [{ id: "period", label: period, onRemove: () => set(ANY_TIME) }]),
      ]}
      fields={
        <>
          <FilterSelect
            label={t("filter.tool")}
            any={t("filter.anyTool")}
            value={tool}
            options={titles}
            onChange={(next) => set({ tool: next })}
          />
          <PersonField value={user} onChange={(next) => set({ user: next })} />
          <FilterSelect
            label={t("filter.decision")}
            any={t("filter.anyDecision")}
            value={decision}
            options={DECISIONS.map((value) => ({ value, label: tools(`decision.${value}`) }))}
            onChange={(next) => set({ decision: next })}
          />
          <FilterSelect
            label={t("filter.result")}
            any={t("filter.anyResult")}
            value={result}
            options={RESULTS.map((value) => ({ value, label: t(`result.${value}`) }))}
            onChange={(next) => set({ result: next })}
          />
          <FilterSelect
            label={t("filter.origin")}
            any={t("filter.anyOrigin")}
            value={origin}
            options={ORIGINS.map((value) => ({ value, label: tools(`calls.origin.${value}`) }))}
            onChange={(next) => set({ origin: next })}
          />
          <PeriodFields label={t("filter.date")} value={filter} onChange={set} />
        </>
      }
    >
      {calls.map((call) => (
        <CallRow key={call.id} call={call} address={addressOf(call.id)} />
      ))}
    </LogFrame>
  );
}

/** The call of the address, where the list does not show it. */
function LinkedCall({ id, address }: { id: string; address: RowAddress }) {
  const query = useInvocations({ row: Number(id) });
  return (
    <LinkedEntry query={query}>
      {query.data?.pages[0]?.results.map((call) => (
        <CallRow key={call.id} call={call} address={address} />
      ))}
    </LinkedEntry>
  );
}

/** The tools of the newest calls, and the chosen one, which may be older. */
function useNamedTools(chosen: string | undefined) {
  const titleOf = useToolTitle();
  const named = (useInvocationNames().data?.tools ?? []).map(({ id, title }) => ({
    value: id,
    label: titleOf(id, title) || id,
  }));
  const isKnown = chosen === undefined || named.some(({ value }) => value === chosen);
  return isKnown ? named : [{ value: chosen, label: chosen }, ...named];
}
