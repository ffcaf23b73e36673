import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ApiTokenDraft } from "@/api/types";
import { WorkflowSelect } from "@/components/workflow-select";
import classes from "@/features/settings/settings.module.css";

const DAYS = [7, 30, 90, 365];
const FOREVER = "forever";
const MAY = ["all", "read", "workflow"] as const;

export type Limits = { may: (typeof MAY)[number]; workflowId: string | null; days: number | null };

export const NO_LIMITS: Limits = { may: "all", workflowId: null, days: 90 };

/** As the server takes them. */
export function tokenLimitsOf({ may, workflowId, days }: Limits): Omit<ApiTokenDraft, "name" | "scopes"> {
  return {
    read_only: may === "read",
    workflow_id: may === "workflow" ? workflowId : null,
    expires_in_days: days,
  };
}

type Props = { limits: Limits; onChange: (limits: Limits) => void };

/** Lifetime and permissions of a token. */
export function TokenLimits({ limits, onChange }: Props) {
  const { t } = useTranslation("settings");
  const times = DAYS.map((count) => ({ value: String(count), label: t("tokens.days", { count }) }));
  return (
    <div className={classes.limits}>
      <Select
        label={t("tokens.lasts")}
        allowDeselect={false}
        w={160}
        data={[...times, { value: FOREVER, label: t("tokens.forever") }]}
        value={limits.days === null ? FOREVER : String(limits.days)}
        onChange={(value) => onChange({ ...limits, days: value === FOREVER ? null : Number(value) })}
      />
      <Select
        label={t("tokens.may")}
        allowDeselect={false}
        w={240}
        data={MAY.map((value) => ({ value, label: t(`tokens.mayOf.${value}`) }))}
        value={limits.may}
        onChange={(value) => onChange({ ...limits, may: MAY.find((one) => one === value) ?? "all" })}
      />
      {limits.may === "workflow" && (
        <WorkflowSelect
          placeholder={t("tokens.whichWorkflow")}
          value={limits.workflowId}
          onChange={(workflowId) => onChange({ ...limits, workflowId })}
        />
      )}
      {limits.may !== "all" && <p className={classes.text}>{t("tokens.limitHelp")}</p>}
    </div>
  );
}
