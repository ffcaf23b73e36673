import { Button, Group, Modal, Stack, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { ask, at } from "@/api/http";
import * as limits from "@/api/limits.gen";
import type { JsonObject, WorkflowTest } from "@/api/types";
import { FormError } from "@/components/form-error";
import { useSave } from "@/components/use-save";
import { AssertionsForm } from "@/features/testing/assertions-form";
import { ListEditor } from "@/features/testing/list-editor";

type Props = { test: WorkflowTest; onClose: () => void; onSaved: () => Promise<void> };

export function TestEditor({ test, onClose, onSaved }: Props) {
  const { t } = useTranslation("testing");
  const [name, setName] = useState(test.name);
  const [first] = useState(() => test.assertions);
  const [assertions, setAssertions] = useState<JsonObject[] | null>(first);
  const [comparesPrompts, setComparesPrompts] = useState(test.compares_prompts ?? true);
  const save = useSave(
    (list: JsonObject[]) =>
      ask("patch", "/api/workflow-tests/{test_id}/", {
        ...at({ test_id: test.id }),
        body: { name: name.trim(), assertions: list, compares_prompts: comparesPrompts },
      }),
    {
      inPlace: true,
      onSuccess: async () => {
        await onSaved();
        onClose();
      },
    },
  );
  return (
    <Modal opened onClose={onClose} title={t("editor.title", { name: test.name })} size="lg">
      <Stack gap="md">
        <TextInput
          label={t("editor.name")}
          value={name}
          maxLength={limits.WorkflowTestPatch.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ListEditor
          label={t("editor.assertions")}
          help={t("editor.assertionsHelp")}
          first={first}
          onChange={setAssertions}
          form={(list, onChange) => (
            <AssertionsForm
              first={list}
              errors={save.error instanceof ApiError ? save.error.errors : []}
              onChange={onChange}
            />
          )}
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
