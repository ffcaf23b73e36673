import { Button, Group, JsonInput, Modal, Stack, Switch, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import type { JsonObject, WorkflowTest } from "@/api/types";
import { FormError } from "@/components/form-error";
import { readJsonList } from "@/features/testing/read-json-list";

type Props = { test: WorkflowTest; onClose: () => void; onSaved: () => Promise<void> };

export function TestEditor({ test, onClose, onSaved }: Props) {
  const { t } = useTranslation("testing");
  const [name, setName] = useState(test.name);
  const [text, setText] = useState(() => JSON.stringify(test.assertions, null, 2));
  const [comparesPrompts, setComparesPrompts] = useState(test.compares_prompts ?? true);
  const assertions = readJsonList(text);
  const save = useMutation({
    mutationFn: (list: JsonObject[]) =>
      api.tests.update(test.id, { name: name.trim(), assertions: list, compares_prompts: comparesPrompts }),
    onSuccess: async () => {
      await onSaved();
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={t("editor.title", { name: test.name })} size="lg">
      <Stack gap="md">
        <TextInput
          label={t("editor.name")}
          value={name}
          maxLength={120}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <JsonInput
          label={t("editor.assertions")}
          description={t("editor.assertionsHelp")}
          autosize
          minRows={4}
          maxRows={18}
          value={text}
          error={assertions === null ? t("editor.badJson") : undefined}
          onChange={setText}
        />
        <Switch
          label={t("editor.prompts")}
          description={t("editor.promptsHelp")}
          checked={comparesPrompts}
          onChange={(event) => setComparesPrompts(event.currentTarget.checked)}
        />
        <FormError error={save.error} />
        <Group justify="flex-end">
          <Button
            loading={save.isPending}
            disabled={assertions === null || name.trim() === ""}
            onClick={() => assertions !== null && save.mutate(assertions)}
          >
            {t("editor.save")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
