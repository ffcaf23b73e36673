/** A dialog that makes or changes a configured tool. */

import { Alert, Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { ask, at } from "@/api/http";
import { useToolTypes } from "@/api/tools";
import type { JsonObject, ToolConfig, ToolType } from "@/api/types";
import { Form } from "@/components/form";
import { SubmitButton } from "@/components/submit-button";
import { useFirstFault } from "@/components/use-first-fault";
import { useSave } from "@/components/use-save";
import { useLocalText } from "@/i18n/local-text";
import { fieldErrorsOf } from "../field-errors";
import { EMPTY_CONTEXT } from "../form-context";
import { useNestedForm } from "../nested-form";

type Props = {
  type: string;
  config?: ToolConfig;
  onClose: () => void;
  onSaved: (config: ToolConfig) => void;
};

export function ToolEditor({ type, config, onClose, onSaved }: Props) {
  const { t } = useTranslation("schema-form");
  const local = useLocalText();
  const info = useToolTypes().data?.find((candidate) => candidate.type === type);
  const title = info ? local(info.title) : type;
  return (
    <Modal opened onClose={onClose} title={config ? config.name : t("newToolOf", { type: title })} size="lg">
      {info ? (
        <ToolForm
          info={info}
          title={title}
          {...(config ? { config } : {})}
          onSaved={onSaved}
          onClose={onClose}
        />
      ) : (
        t("unknownToolType")
      )}
    </Modal>
  );
}

type FormProps = Omit<Props, "type"> & { info: ToolType; title: string };

function ToolForm({ info, title, config, onClose, onSaved }: FormProps) {
  const { t } = useTranslation("schema-form");
  const local = useLocalText();
  const client = useQueryClient();
  const SchemaForm = useNestedForm();
  const [name, setName] = useState(config?.name ?? title);
  const [value, setValue] = useState<JsonObject>(config?.config ?? info.default_config);
  const save = useSave(
    () =>
      config
        ? ask("patch", "/api/tools/configs/{config_id}/", {
            ...at({ config_id: config.id }),
            body: { name, config: value },
          })
        : ask("post", "/api/tools/configs/", {
            body: {
              type: info.type,
              name,
              description: "",
              enabled: true,
              shared: false,
              config: value,
            },
          }),
    {
      inPlace: true,
      onSuccess: async (saved) => {
        await client.invalidateQueries();
        onSaved(saved);
      },
    },
  );
  const submit = () => {
    if (name.trim() !== "") save.mutate();
  };
  const failure = save.error instanceof ApiError ? save.error : null;
  const form = useRef<HTMLFormElement>(null);
  useFirstFault(form, failure);
  return (
    <Stack gap="md" renderRoot={(props) => <Form {...props} ref={form} noValidate onSubmit={submit} />}>
      {!info.implemented && info.unimplemented_message && (
        <Alert color="gray">{local(info.unimplemented_message)}</Alert>
      )}
      <SchemaForm
        schema={info.config_schema}
        value={value}
        onChange={setValue}
        errors={fieldErrorsOf(failure?.errors ?? [], "/config")}
        context={{
          ...EMPTY_CONTEXT,
          secretsSet: config?.secrets_set ?? [],
          ...(config && { toolId: config.id }),
        }}
      />
      <TextInput
        label={t("toolName")}
        description={t("toolNameHelp")}
        value={name}
        error={failure?.errors.find((error) => error.pointer === "/name")?.message}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {failure && failure.errors.length === 0 && <Alert color="red">{failure.detail}</Alert>}
      <Group justify="flex-end" className="fl-form-actions">
        <Button variant="default" onClick={onClose}>
          {t("cancel")}
        </Button>
        <SubmitButton loading={save.isPending} disabled={name.trim() === ""}>
          {config ? t("saveTool") : t("addTool")}
        </SubmitButton>
      </Group>
    </Stack>
  );
}
