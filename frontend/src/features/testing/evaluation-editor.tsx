import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { ask, at } from "@/api/http";
import * as limits from "@/api/limits.gen";
import type { Evaluation, JsonObject } from "@/api/types";
import { FormError } from "@/components/form-error";
import { useSave } from "@/components/use-save";
import { CasesForm } from "@/features/testing/cases-form";
import { ListEditor } from "@/features/testing/list-editor";

type Props = { workflowId: string; evaluation?: Evaluation; onClose: () => void };

const FIRST_CASE: JsonObject[] = [
  { name: "1", inputs: {}, expected: "", scorer: { kind: "contains", path: "$" } },
];

/** A table of cases, new or stored. */
export function EvaluationEditor({ workflowId, evaluation, onClose }: Props) {
  const { t } = useTranslation("testing");
  const [name, setName] = useState(evaluation?.name ?? "");
  const [first] = useState(() => evaluation?.cases ?? FIRST_CASE);
  const [cases, setCases] = useState<JsonObject[] | null>(first);
  const save = useSave(
    (list: JsonObject[]) => {
      const body = { name: name.trim(), cases: list };
      return evaluation
        ? ask("patch", "/api/evaluations/{evaluation_id}/", { ...at({ evaluation_id: evaluation.id }), body })
        : ask("post", "/api/workflows/{workflow_id}/evaluations/", {
            ...at({ workflow_id: workflowId }),
            body,
          });
    },
    { refreshes: [`/api/workflows/${workflowId}/evaluations/`], inPlace: true, onSuccess: () => onClose() },
  );
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
          maxLength={limits.EvaluationCreate.name}
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
