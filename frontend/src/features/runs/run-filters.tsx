import { SegmentedControl, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { WorkflowSelect } from "@/components/workflow-select";
import { type Filter, RUN_KINDS, RUN_STATUSES } from "@/features/runs/run-filter";

type Props = { filter: Filter; onChange: (filter: Filter) => void };

const ALL = "all";

export function RunFilters({ filter, onChange }: Props) {
  const { t } = useTranslation("runs");
  const common = useTranslation().t;
  return (
    <>
      <SegmentedControl
        aria-label={t("filter.kind")}
        value={filter.kind ?? ALL}
        onChange={(value) => onChange({ ...filter, kind: RUN_KINDS.find((kind) => kind === value) })}
        data={[ALL, ...RUN_KINDS].map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
      />
      <Select
        aria-label={t("filter.status")}
        placeholder={t("filter.anyStatus")}
        clearable
        w={160}
        value={filter.status ?? null}
        onChange={(value) => onChange({ ...filter, status: value ?? undefined })}
        data={RUN_STATUSES.map((status) => ({ value: status, label: common(`status.${status}`) }))}
      />
      <WorkflowSelect
        value={filter.workflow ?? null}
        onChange={(workflow) => onChange({ ...filter, workflow: workflow ?? undefined })}
      />
    </>
  );
}
