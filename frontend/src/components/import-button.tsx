import { Button, FileButton } from "@mantine/core";
import type { UseMutationResult } from "@tanstack/react-query";
import { Icon } from "@/components/icon";
import { refuseLargeFile } from "@/components/refuse-large-file";

/** The server's limit for an exported file. */
const MAX_BYTES = 16_000_000;

type Props = { label: string; load: Pick<UseMutationResult<unknown, Error, File>, "mutate" | "isPending"> };

/** Lets people choose a JSON file, and gives it to what loads it. */
export function ImportButton({ label, load }: Props) {
  const read = (file: File) => {
    if (!refuseLargeFile(file, MAX_BYTES)) load.mutate(file);
  };
  return (
    <FileButton accept=".json,application/json" onChange={(file) => file && read(file)}>
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
