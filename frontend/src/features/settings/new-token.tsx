import { Checkbox, Group, Select, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { errorsByField } from "@/api/errors";
import { ask } from "@/api/http";
import { ApiTokenCreate } from "@/api/limits.gen";
import type { ApiTokenDraft, TokenScope } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { FormError } from "@/components/form-error";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import { WorkflowSelect } from "@/components/workflow-select";
import classes from "@/features/settings/settings.module.css";

const DAYS = [7, 30, 90, 365];
const FOREVER = "forever";
const MAY = ["all", "read", "workflow"] as const;
const NO_LIMITS: Limits = { may: "all", workflowId: null, days: 90 };

const SCOPES: readonly TokenScope[] = ["api", "mcp", "chat"];

/** Create a token; its text is shown here and nowhere else, until the page is left. */
export function NewToken() {
  const { t } = useTranslation("settings");
  const refresh = useRefresh();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<TokenScope[]>(["api"]);
  const [limits, setLimits] = useState(NO_LIMITS);
  const create = useSave((body: ApiTokenDraft) => ask("post", "/api/tokens/", { body }), {
    inPlace: true,
    onSuccess: () => {
      setName("");
      return refresh("/api/tokens/");
    },
  });
  const nameError = errorsByField(create.error).name;
  const isComplete =
    name.trim() !== "" && scopes.length > 0 && (limits.may !== "workflow" || limits.workflowId !== null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({
      name: name.trim(),
      scopes: limits.may === "all" ? scopes : ["api"],
      ...tokenLimitsOf(limits),
    });
  };
  return (
    <>
      <form className={classes.inline} onSubmit={submit}>
        <TextInput
          aria-label={t("tokens.name")}
          placeholder={t("tokens.namePlaceholder")}
          value={name}
          maxLength={ApiTokenCreate.name}
          error={nameError}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SubmitButton disabled={!isComplete} loading={create.isPending}>
          {t("tokens.create")}
        </SubmitButton>
        <TokenLimits limits={limits} onChange={setLimits} />
        {limits.may === "all" && (
          <Checkbox.Group
            className={classes.scopes ?? ""}
            aria-label={t("tokens.scopes")}
            value={scopes}
            onChange={(chosen) => setScopes(SCOPES.filter((scope) => chosen.includes(scope)))}
          >
            <Group gap="md">
              {SCOPES.map((scope) => (
                <Checkbox key={scope} size="xs" value={scope} label={t(`tokens.scope.${scope}`)} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
      </form>
      <FormError error={nameError ? null : create.error} />
      {create.data?.token && (
        <div className={classes.secret} role="status">
          <p>{t("tokens.once")}</p>
          <span className={classes.secretText}>
            <code>{create.data.token}</code>
            <CopyButton text={create.data.token} size="md" />
          </span>
        </div>
      )}
    </>
  );
}

type Limits = { may: (typeof MAY)[number]; workflowId: string | null; days: number | null };

/** As the server takes them. */
function tokenLimitsOf({ may, workflowId, days }: Limits): Omit<ApiTokenDraft, "name" | "scopes"> {
  return {
    read_only: may === "read",
    workflow_id: may === "workflow" ? workflowId : null,
    expires_in_days: days,
  };
}

type Props = { limits: Limits; onChange: (limits: Limits) => void };

/** Lifetime and permissions of a token. */
function TokenLimits({ limits, onChange }: Props) {
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
