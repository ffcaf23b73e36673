import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { RUN_TRIGGERS } from "@/api/rules.gen";
import { useRunPeople } from "@/api/runs";
import type { Person, RunSummary } from "@/api/types";
import { useWorkflow } from "@/api/workflows";
import { type Chip, FilterSelect, ListFilter } from "@/components/list-filter/list-filter";
import { ANY_TIME } from "@/components/list-filter/period";
import { PeriodFields, usePeriodName } from "@/components/list-filter/period-fields";
import { RUN_STATUSES } from "@/components/status-select";
import { WorkflowSelect } from "@/components/workflow-select";
import type { Filter } from "@/features/runs/run-filter";

const SEARCH_DELAY_MS = 200;

/** Active parts of the filter, each with its removal. */
export function useRunChips(
  filter: Filter,
  runs: readonly RunSummary[],
  set: (next: Partial<Filter>) => void,
) {
  const { t } = useTranslation("runs");
  const common = useTranslation().t;
  const { status, workflow = "", trigger, person } = filter;
  const period = usePeriodName(filter);
  const workflowName = useWorkflow(workflow, workflow !== "").data?.name;
  const personName = usePersonName(person, runs);
  const chips: (Chip | false | undefined)[] = [
    status && { id: "status", label: common(`status.${status}`), onRemove: () => set({ status: undefined }) },
    workflow !== "" && {
      id: "workflow",
      label: t("filter.is.workflow", { name: workflowName ?? "…" }),
      onRemove: () => set({ workflow: undefined }),
    },
    trigger && {
      id: "trigger",
      label: t("filter.is.trigger", { name: t(`trigger.${trigger}`) }),
      onRemove: () => set({ trigger: undefined }),
    },
    period !== undefined && { id: "period", label: period, onRemove: () => set(ANY_TIME) },
    person !== undefined && {
      id: "person",
      label: t("filter.is.person", { name: personName ?? t("filter.someone") }),
      onRemove: () => set({ person: undefined }),
    },
  ];
  return chips.filter((chip) => typeof chip === "object");
}

/** The name of who is not offered is known from the runs alone, if one may see any. */
function usePersonName(id: number | undefined, runs: readonly RunSummary[]): string | undefined {
  const offered = useRunPeople("").data ?? [];
  const known = [...offered, ...runs.flatMap((run) => run.created_by ?? [])];
  return known.find((person) => person.id === id)?.username;
}

type Props = {
  filter: Filter;
  chips: readonly Chip[];
  runs: readonly RunSummary[];
  onChange: (next: Partial<Filter>) => void;
  onClear: () => void;
};

/** The filter of the runs list beside the kind and the searched value. */
export function RunFilterFields({ filter, chips, runs, onChange, onClear }: Props) {
  const { t } = useTranslation("runs");
  const common = useTranslation().t;
  return (
    <ListFilter chips={chips} onClear={onClear}>
      <FilterSelect
        label={t("filter.status")}
        any={t("filter.anyStatus")}
        value={filter.status}
        options={RUN_STATUSES.map((value) => ({ value, label: common(`status.${value}`) }))}
        onChange={(status) => onChange({ status })}
      />
      <WorkflowSelect
        label={t("filter.workflow")}
        value={filter.workflow ?? null}
        onChange={(workflow) => onChange({ workflow: workflow ?? undefined })}
      />
      <FilterSelect
        label={t("filter.trigger")}
        any={t("filter.anyTrigger")}
        value={filter.trigger}
        options={RUN_TRIGGERS.map((value) => ({ value, label: t(`trigger.${value}`) }))}
        onChange={(trigger) => onChange({ trigger })}
      />
      <PeriodFields label={t("filter.date")} value={filter} onChange={onChange} />
      <PersonSelect value={filter.person} runs={runs} onChange={(person) => onChange({ person })} />
    </ListFilter>
  );
}

type PersonProps = {
  value: number | undefined;
  runs: readonly RunSummary[];
  onChange: (id: number | undefined) => void;
};

/** Choose a person by typing a part of the name; the server searches. */
function PersonSelect({ value, runs, onChange }: PersonProps) {
  const { t } = useTranslation("runs");
  const name = usePersonName(value, runs);
  const [search, setSearch] = useState(name ?? "");
  const [wanted] = useDebouncedValue(search === name ? "" : search, SEARCH_DELAY_MS);
  const found: readonly Person[] = useRunPeople(wanted).data ?? [];
  const chosen = value !== undefined && name !== undefined ? [{ id: value, username: name }] : [];
  const listed = [...chosen, ...found.filter(({ id }) => id !== value)];
  return (
    <Select
      label={t("filter.person")}
      placeholder={t("filter.anyPerson")}
      nothingFoundMessage={t("filter.noPerson")}
      searchable
      openOnFocus={false}
      clearable
      comboboxProps={{ withinPortal: false }}
      value={chosen.length > 0 ? String(value) : null}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      data={listed.map(({ id, username }) => ({ value: String(id), label: username }))}
    />
  );
}
