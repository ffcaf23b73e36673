import { Alert, Button, Group, Switch, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, errorsByField } from "@/api/errors";
import type { JsonObject, ToolConfig, ToolConfigDraft, ToolType } from "@/api/types";
import { autosize } from "@/components/autosize";
import { FormError } from "@/components/form-error";
import { pressedOnly } from "@/components/pressed-only";
import { fieldErrorsOf } from "@/components/schema-form/field-errors";
import { applicableOnly, shownAt } from "@/components/schema-form/form-fields";
import { SchemaForm } from "@/components/schema-form/schema-form";
import { SubmitButton } from "@/components/submit-button";
import { mayLoseSecrets } from "@/features/tools/may-lose-secrets";
import classes from "@/features/tools/tools.module.css";
import { useSaveTool } from "@/features/tools/use-save-tool";
import { useToolsAddress } from "@/features/tools/use-tools-address";
import { useUser } from "@/hooks/use-user";
import { useLocalText } from "@/i18n/local-text";
import { isRecord } from "@/lib/json";

type Props = { tool: ToolConfig | null; type: ToolType; onClose: () => void };

export function ToolForm({ tool, type, onClose }: Props) {
  const { t } = useTranslation("tools");
  const common = useTranslation().t;
  const local = useLocalText();
  const user = useUser();
  const { edit } = useToolsAddress();
  const usualName = local(type.title);
  const [draft, setDraft] = useState<ToolConfigDraft>(() => draftOf(tool, type, usualName));
  const save = useSaveTool(tool, (saved) => tool === null && edit(saved.id, true));
  const readOnly = tool !== null && !user.is_staff && tool.owner.id !== user.id;
  const context = useMemo(
    () => ({
      variables: [],
      secretsSet: tool?.secrets_set ?? [],
      readOnly,
      ...(tool && { toolId: tool.id }),
    }),
    [tool, readOnly],
  );
  const change = (changes: Partial<ToolConfigDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const fieldErrors = errorsByField(save.error);
  const configErrors = save.error instanceof ApiError ? fieldErrorsOf(save.error.errors, "/config") : {};
  const shown = shownAt("/config", type.config_schema, draft.config ?? {});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ ...draft, config: applicableOnly(type.config_schema, draft.config ?? {}) });
  };
  return (
    <form onSubmit={submit} onKeyDown={pressedOnly} className={classes.form}>
      <FormError error={save.error} atFields={["/name", "/description", ...shown]} />
      <TextInput
        label={t("field.name")}
        value={draft.name}
        maxLength={200}
        required
        withAsterisk={false}
        disabled={readOnly}
        error={fieldErrors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Textarea
        label={t("field.description")}
        description={t("field.descriptionHelp")}
        value={draft.description}
        maxLength={1024}
        {...autosize(2)}
        disabled={readOnly}
        error={fieldErrors.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <SchemaForm
        schema={type.config_schema}
        value={draft.config}
        onChange={(config) => setDraft((before) => withConfig(before, config, usualName))}
        errors={configErrors}
        context={context}
      />
      {tool && mayLoseSecrets(type.config_schema, tool.secrets_set, tool.config, draft.config ?? {}) && (
        <Alert color="var(--fl-waiting)" p="xs">
          {t("secretsLost")}
        </Alert>
      )}
      <Switch
        label={t("field.shared")}
        description={t("field.sharedHelp")}
        checked={draft.shared ?? false}
        disabled={readOnly}
        onChange={(event) => change({ shared: event.currentTarget.checked })}
      />
      <Switch
        label={t("field.mcp")}
        description={t("field.mcpHelp")}
        checked={draft.offered_over_mcp ?? false}
        disabled={readOnly}
        onChange={(event) => change({ offered_over_mcp: event.currentTarget.checked })}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {common("action.close")}
        </Button>
        {!readOnly && (
          <SubmitButton loading={save.isPending}>
            {common(tool ? "action.save" : "action.create")}
          </SubmitButton>
        )}
      </Group>
    </form>
  );
}

/** A tool that nobody has named is called what the chosen API calls itself. */
function withConfig(draft: ToolConfigDraft, config: JsonObject, usualName: string): ToolConfigDraft {
  const title = apiTitle(config);
  const isUnnamed = [usualName, apiTitle(draft.config)].includes(draft.name);
  return { ...draft, config, ...(title && isUnnamed && { name: title }) };
}

function apiTitle(config: JsonObject | undefined): string {
  return isRecord(config?.api) && typeof config.api.title === "string" ? config.api.title : "";
}

function draftOf(tool: ToolConfig | null, type: ToolType, defaultName: string): ToolConfigDraft {
  if (tool === null) {
    return {
      type: type.type,
      name: defaultName,
      description: "",
      enabled: true,
      shared: false,
      offered_over_mcp: false,
      config: type.default_config,
    };
  }
  const { name, description, enabled, shared, offered_over_mcp, config } = tool;
  return { type: tool.type, name, description, enabled, shared, offered_over_mcp, config };
}
