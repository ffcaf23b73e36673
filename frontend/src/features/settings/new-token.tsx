import { Checkbox, Group, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { errorsByField } from "@/api/errors";
import { queryKeys } from "@/api/query-keys";
import type { TokenScope } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { FormError } from "@/components/form-error";
import { SubmitButton } from "@/components/submit-button";
import classes from "@/features/settings/settings.module.css";
import { NO_LIMITS, TokenLimits, tokenLimitsOf } from "@/features/settings/token-limits";

const SCOPES: readonly TokenScope[] = ["api", "mcp", "chat"];

/** Create a token; its text is shown here and nowhere else, until the page is left. */
export function NewToken() {
  const { t } = useTranslation("settings");
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<TokenScope[]>(["api"]);
  const [limits, setLimits] = useState(NO_LIMITS);
  const create = useMutation({
    mutationFn: api.tokens.create,
    onSuccess: () => {
      setName("");
      return queryClient.invalidateQueries({ queryKey: queryKeys.tokens });
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
          maxLength={100}
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
