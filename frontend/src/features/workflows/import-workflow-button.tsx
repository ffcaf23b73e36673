import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import { ImportButton } from "@/components/import-button";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { NotAWorkflowError, nameOfFile, readWorkflowFile } from "@/features/workflows/workflow-file";

export function ImportWorkflowButton() {
  const { t } = useTranslation("workflows");
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const load = useMutation({
    mutationFn: async (file: File) =>
      api.workflows.import(readWorkflowFile(await file.text()), nameOfFile(file.name)),
    onSuccess: async (workflow) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.allWorkflows });
      await navigate(`/workflows/${workflow.id}`);
    },
    onError: (error) => {
      const isOtherFile = error instanceof NotAWorkflowError;
      notifyFailed(
        isOtherFile ? { title: t("import.failed"), text: t("import.otherFile") } : errorText(error),
      );
    },
  });
  return <ImportButton label={t("import.button")} load={load} />;
}
