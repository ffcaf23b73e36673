import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { TRIGGER_TYPES } from "@/api/rules.gen";
import { useLibrary } from "@/api/workflows";
import { type Chip, FilterSelect, ListFilter } from "@/components/list-filter/list-filter";
import { ANY_TIME } from "@/components/list-filter/period";
import { PeriodFields, usePeriodName } from "@/components/list-filter/period-fields";
import {
  type LibraryFilter,
  type LibraryPlace,
  readLibraryFilter,
  withTag,
} from "@/features/workflows/library/library-place";

/** The filter in the address, its active parts, and changes to it. */
export function useLibraryFilter(place: LibraryPlace) {
  const { t } = useTranslation("workflows");
  const triggers = useTranslation("runs").t;
  const [params, setParams] = useSearchParams();
  const { data: library } = useLibrary();
  const filter = readLibraryFilter(params);
  const period = usePeriodName(filter);
  const set = (changes: LibraryFilter & { tag?: string[]; search?: undefined }) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      next.delete(name);
      for (const one of [value ?? []].flat()) next.append(name, one);
    }
    setParams(next);
  };
  const owner = library?.owners.find(({ id }) => String(id) === filter.owner)?.username;
  const chips: (Chip | false | undefined)[] = [
    ...place.tags.map((tag) => ({
      id: `tag:${tag}`,
      label: t("filter.is.tag", { name: tag }),
      onRemove: () => set({ tag: withTag(place, tag).tags }),
    })),
    filter.trigger && {
      id: "trigger",
      label: t("filter.is.trigger", { name: triggers(`trigger.${filter.trigger}`) }),
      onRemove: () => set({ trigger: undefined }),
    },
    period !== undefined && {
      id: "period",
      label: t("filter.is.changed", { period }),
      onRemove: () => set(ANY_TIME),
    },
    filter.owner !== undefined && {
      id: "owner",
      label: t("filter.is.owner", { name: owner ?? t("filter.someone") }),
      onRemove: () => set({ owner: undefined }),
    },
  ];
  return {
    filter,
    set,
    chips: chips.filter((chip) => typeof chip === "object"),
    clear: () =>
      set({
        ...ANY_TIME,
        trigger: undefined,
        ...(filter.owner && { owner: undefined }),
        tag: [],
        search: undefined,
      }),
  };
}

type Props = Omit<ReturnType<typeof useLibraryFilter>, "set"> & {
  onChange: (changes: LibraryFilter) => void;
};

export function LibraryFilterFields({ filter, chips, onChange, clear }: Props) {
  const { t } = useTranslation("workflows");
  const triggers = useTranslation("runs").t;
  const owners = useLibrary().data?.owners ?? [];
  return (
    <ListFilter chips={chips} onClear={clear}>
      <FilterSelect
        label={t("filter.trigger")}
        any={t("filter.anyTrigger")}
        value={filter.trigger}
        options={TRIGGER_TYPES.map((value) => ({ value, label: triggers(`trigger.${value}`) }))}
        onChange={(trigger) => onChange({ trigger })}
      />
      <PeriodFields label={t("filter.changed")} value={filter} onChange={onChange} />
      <FilterSelect
        label={t("filter.owner")}
        any={t("filter.anyOwner")}
        value={filter.owner}
        options={owners.map(({ id, username }) => ({ value: String(id), label: username }))}
        onChange={(owner) => onChange({ owner })}
      />
    </ListFilter>
  );
}
