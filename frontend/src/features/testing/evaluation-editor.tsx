import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { ApiError } from "@/api/errors";
import { queryKeys } from "@/api/query-keys";
import type { Evaluation, JsonObject } from "@/api/types";
import { FormError } from "@/components/form-error";
import { CasesForm } from "@/features/testing/cases-form";
import { ListEditor } from "@/features/testing/list-editor";

type Props = { workflowId: string; evaluation?: Evaluation; onClose: () => void };

const FIRST_CASE: JsonObject[] = [
  { name: "1", inputs: {}, expected: "", scorer: { kind: "contains", path: "$" } },
];

/** A table of cases, new or stored. */
export function EvaluationEditor({ workflowId, evaluation, onClose }: Props) {
  const { t } = useTranslation("testing");
  const queryClient = useQueryClient();
  const [name, setName] = useState(evaluation?.name ?? "");
  const [first] = useState(() => evaluation?.cases ?? FIRST_CASE);
  const [cases, setCases] = useState<JsonObject[] | null>(first);
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
    <Modal
      opened
      onClose={onClose}
      title={t(evaluation ? "evaluation.edit" : "evaluation.new")}
      size="min(1080px, 94vw)"
    >
      <Stack gap="md">
        <TextInput
          label={t("editor.name")}
          value={name}
          maxLength={120}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ListEditor
          label={t("evaluation.cases")}
          help={t("evaluation.casesHelp")}
          first={first}
          onChange={setCases}
          form={(list, onChange) => (
            <CasesForm
              workflowId={workflowId}
              first={list}
              errors={save.error instanceof ApiError ? save.error.errors : []}
              onChange={onChange}
            />
          )}
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
