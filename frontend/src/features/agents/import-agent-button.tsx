import { Button, FileButton } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import { useAgentActions } from "@/features/agents/use-agent-actions";

export function ImportAgentButton() {
  const { t } = useTranslation("agents");
  const { load } = useAgentActions();
  const reset = useRef<() => void>(null);
  // The same file can be chosen again after it was mended.
  const read = (file: File) => load.mutate(file, { onSettled: () => reset.current?.() });
  return (
    <FileButton accept=".json,application/json" resetRef={reset} onChange={(file) => file && read(file)}>
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
