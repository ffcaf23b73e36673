import { Select } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import type { WorkflowFilter } from "@/api/calls/workflows";
import { Icon } from "@/components/icon";

export type LibrarySort = NonNullable<WorkflowFilter["sort"]>;

const SORTS: readonly LibrarySort[] = ["updated", "name", "created", "last_run"];

/** The order that was chosen last in this browser. */
export function useLibrarySort(): [LibrarySort, (sort: LibrarySort) => void] {
  const [stored, store] = useLocalStorage<string>({
    key: "flowloom-workflow-sort",
    defaultValue: "updated",
    getInitialValueInEffect: false,
  });
  return [SORTS.find((known) => known === stored) ?? "updated", store];
}

type Props = { sort: LibrarySort; onChange: (sort: LibrarySort) => void };

export function SortSelect({ sort, onChange }: Props) {
  const { t } = useTranslation("workflows");
  return (
    <Select
      aria-label={t("sort.label")}
      w={170}
      allowDeselect={false}
      leftSection={<Icon name="switch-vertical" size={15} />}
      value={sort}
      onChange={(next) => onChange(SORTS.find((known) => known === next) ?? "updated")}
      data={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
    />
  );
}
