import { Button, FileButton } from "@mantine/core";
import type { UseMutationResult } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import { notifyFailed } from "@/components/notify";
import { currentLanguage } from "@/i18n";
import { formatBytes } from "@/i18n/format";

/** What the server reads of an exported file; the page would stand still over one that is much longer. */
const MAX_BYTES = 16_000_000;

type Props = { label: string; load: Pick<UseMutationResult<unknown, Error, File>, "mutate" | "isPending"> };

/** Lets people choose a JSON file, and gives it to what loads it. */
export function ImportButton({ label, load }: Props) {
  const { t } = useTranslation();
  const reset = useRef<() => void>(null);
  // The same file can be chosen again after it was mended.
  const read = (file: File) => {
    if (file.size <= MAX_BYTES) return load.mutate(file, { onSettled: () => reset.current?.() });
    const [size, limit] = [file.size, MAX_BYTES].map((bytes) => formatBytes(bytes, currentLanguage()));
    notifyFailed({ title: t("fileTooLarge.title"), text: t("fileTooLarge.text", { size, limit }) });
    reset.current?.();
  };
  return (
    <FileButton accept=".json,application/json" resetRef={reset} onChange={(file) => file && read(file)}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<Icon name="file-import" />}
          loading={load.isPending}
        >
          {label}
        </Button>
      )}
    </FileButton>
  );
}
