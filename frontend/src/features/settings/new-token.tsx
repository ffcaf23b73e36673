import { Checkbox, Select, Stack, TextInput } from "@mantine/core";
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
const SCOPES: readonly TokenScope[] = ["api", "mcp", "chat"];
const BLANK: Draft = { name: "", may: "all", workflowId: null, scopes: ["api"], days: 90 };

type Draft = {
  name: string;
  may: (typeof MAY)[number];
  workflowId: string | null;
  scopes: TokenScope[];
  days: number | null;
};

/** Create a token; its text is shown here and nowhere else, until the page is left. */
export function NewToken() {
  const { t } = useTranslation("settings");
  const refresh = useRefresh();
  const [draft, setDraft] = useState(BLANK);
  const change = (edit: Partial<Draft>) => setDraft((before) => ({ ...before, ...edit }));
  const create = useSave((body: ApiTokenDraft) => ask("post", "/api/tokens/", { body }), {
    inPlace: true,
    onSuccess: () => {
      change({ name: "" });
      return refresh("/api/tokens/");
    },
  });
  const nameError = errorsByField(create.error).name;
  const missing = missingPart(draft);
  const times = DAYS.map((count) => ({ value: String(count), label: t("tokens.days", { count }) }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!missing) create.mutate(bodyOf(draft));
  };
  return (
    <>
      <form className={classes.card} onSubmit={submit}>
        <TextInput
          label={t("tokens.name")}
          placeholder={t("tokens.namePlaceholder")}
          value={draft.name}
          maxLength={ApiTokenCreate.name}
          error={nameError}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <fieldset className={classes.group}>
          <legend>{t("tokens.access")}</legend>
          <Select
            label={t("tokens.may")}
            allowDeselect={false}
            data={MAY.map((value) => ({ value, label: t(`tokens.mayOf.${value}`) }))}
            value={draft.may}
            onChange={(value) => change({ may: MAY.find((one) => one === value) ?? "all" })}
          />
          {draft.may === "workflow" && (
            <WorkflowSelect
              placeholder={t("tokens.whichWorkflow")}
              value={draft.workflowId}
              onChange={(workflowId) => change({ workflowId })}
            />
          )}
          {draft.may === "all" ? (
            <Checkbox.Group
              label={t("tokens.scopes")}
              value={draft.scopes}
              onChange={(chosen) => change({ scopes: SCOPES.filter((scope) => chosen.includes(scope)) })}
            >
              <Stack gap="xs" mt={4}>
                {SCOPES.map((scope) => (
                  <Checkbox key={scope} size="xs" value={scope} label={t(`tokens.scope.${scope}`)} />
                ))}
              </Stack>
            </Checkbox.Group>
          ) : (
            <p className={classes.text}>{t("tokens.limitHelp")}</p>
          )}
        </fieldset>
        <fieldset className={classes.group}>
          <legend>{t("tokens.validity")}</legend>
          <Select
            label={t("tokens.lasts")}
            allowDeselect={false}
            data={[...times, { value: FOREVER, label: t("tokens.forever") }]}
            value={draft.days === null ? FOREVER : String(draft.days)}
            onChange={(value) => change({ days: value === FOREVER ? null : Number(value) })}
          />
        </fieldset>
        <div className={classes.row}>
          <SubmitButton
            disabled={missing !== null}
            loading={create.isPending}
            aria-describedby={missing ? "token-missing" : undefined}
          >
            {t("tokens.create")}
          </SubmitButton>
          {missing && (
            <span id="token-missing" className={classes.note}>
              {t(`tokens.missing.${missing}`)}
            </span>
          )}
        </div>
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

/** The part of a draft without which no token can be created. */
function missingPart({ name, may, workflowId, scopes }: Draft) {
  if (name.trim() === "") return "name";
  if (may === "workflow" && workflowId === null) return "workflow";
  return may === "all" && scopes.length === 0 ? "scopes" : null;
}

function bodyOf({ name, may, workflowId, scopes, days }: Draft): ApiTokenDraft {
  return {
    name: name.trim(),
    scopes: may === "all" ? scopes : ["api"],
    read_only: may === "read",
    workflow_id: may === "workflow" ? workflowId : null,
    expires_in_days: days,
  };
}
