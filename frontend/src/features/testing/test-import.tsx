import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import type { WorkflowTestFile } from "@/api/types";
import { ImportButton } from "@/components/import-button";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { readJsonObject } from "@/lib/json";

type Props = { workflowId: string; onImported: () => Promise<void> };

export function TestImport({ workflowId, onImported }: Props) {
  const { t } = useTranslation("testing");
  const errorText = useErrorText();
  const load = useMutation({
    mutationFn: async (file: File) => {
      const value = readJsonObject(await file.text());
      if (value === null || value.format !== "flowloom.test") return false;
      // What is wrong inside of it the server says.
      await api.tests.import(workflowId, value as WorkflowTestFile);
      return true;
    },
    onSuccess: async (isTest) => {
      if (isTest) await onImported();
      else notifyFailed({ title: t("importFailed"), text: t("importOther") });
    },
    onError: (error) => notifyFailed(errorText(error)),
  });
  return <ImportButton label={t("import")} load={load} />;
}
