import { Button, FileButton } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import { Icon } from "@/components/icon";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { NotAWorkflowError, readWorkflowFile } from "@/features/workflows/workflow-file";

export function ImportButton() {
  const { t } = useTranslation("workflows");
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const reset = useRef<() => void>(null);
  const load = useMutation({
    mutationFn: async (file: File) => api.workflows.import(readWorkflowFile(await file.text())),
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
    // The same file can be chosen again after it was mended.
    onSettled: () => reset.current?.(),
  });
  return (
    <FileButton
      accept=".json,application/json"
      resetRef={reset}
      onChange={(file) => file && load.mutate(file)}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<Icon name="file-import" />}
          loading={load.isPending}
        >
          {t("import.button")}
        </Button>
      )}
    </FileButton>
  );
}
