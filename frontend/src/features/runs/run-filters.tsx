import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { StatusSelect } from "@/components/status-select";
import { WorkflowSelect } from "@/components/workflow-select";
import { type Filter, RUN_KINDS } from "@/features/runs/run-filter";

type Props = { filter: Filter; onChange: (filter: Filter) => void };

const ALL = "all";

export function RunFilters({ filter, onChange }: Props) {
  const { t } = useTranslation("runs");
  return (
    <>
      <SegmentedControl
        aria-label={t("filter.kind")}
        value={filter.kind ?? ALL}
        onChange={(value) => onChange({ ...filter, kind: RUN_KINDS.find((kind) => kind === value) })}
        data={[ALL, ...RUN_KINDS].map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
      />
      <StatusSelect value={filter.status} onChange={(status) => onChange({ ...filter, status })} />
      <WorkflowSelect
        value={filter.workflow ?? null}
        onChange={(workflow) => onChange({ ...filter, workflow: workflow ?? undefined })}
      />
    </>
  );
}
