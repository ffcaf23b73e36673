import { Alert, Button, Group, Switch, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cacheKey } from "@/api/cache";
import { ApiError, errorsByField } from "@/api/errors";
import { ask, at } from "@/api/http";
import * as limits from "@/api/limits.gen";
import type { JsonObject, ToolConfig, ToolConfigDraft, ToolType } from "@/api/types";
import { autosize } from "@/components/autosize";
import { Form } from "@/components/form";
import { FormError } from "@/components/form-error";
import { notifyDone } from "@/components/notify";
import { pressedOnly } from "@/components/pressed-only";
import { fieldErrorsOf } from "@/components/schema-form/field-errors";
import { applicableOnly, shownAt } from "@/components/schema-form/form-fields";
import { SchemaForm } from "@/components/schema-form/schema-form";
import { SubmitButton } from "@/components/submit-button";
import { TextButton } from "@/components/text-button";
import { useFirstFault } from "@/components/use-first-fault";
import { useSave } from "@/components/use-save";
import { mayLoseSecrets } from "@/features/tools/may-lose-secrets";
import classes from "@/features/tools/tools.module.css";
import { useToolsAddress } from "@/features/tools/use-tools-address";
import { useUser } from "@/hooks/use-user";
import { useLocalText } from "@/i18n/local-text";
import { isRecord } from "@/lib/json";

type Props = {
  tool: ToolConfig | null;
  type: ToolType;
  draft: ToolConfigDraft;
  onDraft: (change: (before: ToolConfigDraft) => ToolConfigDraft) => void;
  /** Why the draft cannot be tried. */
  checkError: Error | null;
  onClose: () => void;
};

export function ToolForm({ tool, type, draft, onDraft, checkError, onClose }: Props) {
  const { t } = useTranslation("tools");
  const common = useTranslation().t;
  const local = useLocalText();
  const user = useUser();
  const { edit } = useToolsAddress();
  const usualName = local(type.title);
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
  const change = (changes: Partial<ToolConfigDraft>) => onDraft((before) => ({ ...before, ...changes }));
  const config = applicableOnly(type.config_schema, draft.config ?? {});
  const move = useMoveKey(tool, config, (moved) => change({ config: moved }));
  const error = checkError ?? move.error ?? save.error;
  const form = useRef<HTMLFormElement>(null);
  useFirstFault(form, error);
  const fieldErrors = errorsByField(error);
  const configErrors = error instanceof ApiError ? fieldErrorsOf(error.errors, "/config") : {};
  const shown = shownAt("/config", type.config_schema, draft.config ?? {});
  return (
    <Form
      ref={form}
      onSubmit={() => save.mutate({ ...draft, config })}
      onKeyDown={pressedOnly}
      className={classes.form}
    >
      <FormError error={error} atFields={["/name", "/description", ...shown]} />
      <TextInput
        label={t("field.name")}
        value={draft.name}
        maxLength={limits.ToolConfigCreate.name}
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
        maxLength={limits.ToolConfigCreate.description}
        {...autosize(2)}
        disabled={readOnly}
        error={fieldErrors.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <SchemaForm
        schema={type.config_schema}
        value={draft.config}
        onChange={(config) => onDraft((before) => withConfig(before, config, usualName))}
        errors={configErrors}
        context={context}
      />
      {tool?.holds_movable_key && !readOnly && (
        <Alert color="var(--fl-waiting)" p="xs">
          {t("keyFound")}{" "}
          <TextButton disabled={move.isPending} onClick={() => move.mutate()}>
            {t("problems:moveKey")}
          </TextButton>
        </Alert>
      )}
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
      <Group justify="flex-end" gap="xs" className="fl-form-actions">
        <Button variant="default" onClick={onClose}>
          {common("action.close")}
        </Button>
        {!readOnly && (
          <SubmitButton loading={save.isPending}>
            {common(tool ? "action.save" : "action.create")}
          </SubmitButton>
        )}
      </Group>
    </Form>
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

/** Move the first key in a stored tool's settings to a credential; the settings on the screen are stored with its place. */
function useMoveKey(tool: ToolConfig | null, config: JsonObject, onMoved: (config: JsonObject) => void) {
  const { t } = useTranslation("tools");
  return useSave(
    () => ask("post", "/api/credentials/from-request/", { body: { config, ...(tool && { tool: tool.id }) } }),
    {
      inPlace: true,
      refreshes: ["/api/tools/configs/", "/api/credentials/"],
      done: t("done.keyMoved"),
      onSuccess: (moved) => onMoved(moved.config),
    },
  );
}

/** Create or update a tool; the list is updated before `onSaved` is called. */
function useSaveTool(tool: ToolConfig | null, onSaved: (saved: ToolConfig) => void) {
  const { t } = useTranslation("tools");
  const queryClient = useQueryClient();
  return useSave(
    ({ type, ...changes }: ToolConfigDraft) =>
      tool
        ? ask("patch", "/api/tools/configs/{config_id}/", { ...at({ config_id: tool.id }), body: changes })
        : ask("post", "/api/tools/configs/", { body: { type, ...changes } }),
    {
      inPlace: true,
      onSuccess: (saved) => {
        queryClient.setQueryData<ToolConfig[]>(cacheKey("/api/tools/configs/"), (before = []) =>
          tool ? before.map((known) => (known.id === saved.id ? saved : known)) : [...before, saved],
        );
        notifyDone(t(tool ? "done.saved" : "done.created"));
        onSaved(saved);
      },
    },
  );
}
