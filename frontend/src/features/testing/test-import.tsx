import { Button, FileButton } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import type { WorkflowTestFile } from "@/api/types";
import { Icon } from "@/components/icon";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { readJsonObject } from "@/lib/json-object";

type Props = { workflowId: string; onImported: () => Promise<void> };

export function TestImport({ workflowId, onImported }: Props) {
  const { t } = useTranslation("testing");
  const errorText = useErrorText();
  const reset = useRef<() => void>(null);
  const load = useMutation({
    mutationFn: async (file: File) => {
      const value = readJsonObject(await file.text());
      if (value === null || value.format !== "flowloom.test") return false;
      await api.tests.import(workflowId, value as WorkflowTestFile);
      return true;
    },
    onSuccess: async (isTest) => {
      if (isTest) await onImported();
      else notifyFailed({ title: t("importFailed"), text: t("importOther") });
    },
    onError: (error) => notifyFailed(errorText(error)),
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
          {t("import")}
        </Button>
      )}
    </FileButton>
  );
}
