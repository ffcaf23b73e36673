import { Button, Group, JsonInput, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { Evaluation, JsonObject } from "@/api/types";
import { FormError } from "@/components/form-error";
import { readJsonList } from "@/features/testing/read-json-list";

type Props = { workflowId: string; evaluation?: Evaluation; onClose: () => void };

const FIRST_CASE = [{ name: "1", inputs: {}, expected: "", scorer: { kind: "contains", path: "$" } }];

/** A table of cases, new or stored. */
export function EvaluationEditor({ workflowId, evaluation, onClose }: Props) {
  const { t } = useTranslation("testing");
  const queryClient = useQueryClient();
  const [name, setName] = useState(evaluation?.name ?? "");
  const [text, setText] = useState(() => JSON.stringify(evaluation?.cases ?? FIRST_CASE, null, 2));
  const cases = readJsonList(text);
  const save = useMutation({
    mutationFn: (list: JsonObject[]) => {
      const body = { name: name.trim(), cases: list };
      return evaluation
        ? api.evaluations.update(evaluation.id, body)
        : api.evaluations.create(workflowId, body);
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.evaluations(workflowId) });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={t(evaluation ? "evaluation.edit" : "evaluation.new")} size="lg">
      <Stack gap="md">
        <TextInput
          label={t("editor.name")}
          value={name}
          maxLength={120}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <JsonInput
          label={t("evaluation.cases")}
          description={t("evaluation.casesHelp")}
          autosize
          minRows={6}
          maxRows={20}
          value={text}
          error={cases === null ? t("editor.badJson") : undefined}
          onChange={setText}
        />
        <FormError error={save.error} />
        <Group justify="flex-end">
          <Button
            loading={save.isPending}
            disabled={cases === null || name.trim() === ""}
            onClick={() => cases !== null && save.mutate(cases)}
          >
            {t("editor.save")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
