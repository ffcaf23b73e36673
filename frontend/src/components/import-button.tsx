import { Button, FileButton } from "@mantine/core";
import type { UseMutationResult } from "@tanstack/react-query";
import { useRef } from "react";
import { Icon } from "@/components/icon";

type Props = { label: string; load: Pick<UseMutationResult<unknown, Error, File>, "mutate" | "isPending"> };

/** Lets people choose a JSON file, and gives it to what loads it. */
export function ImportButton({ label, load }: Props) {
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
          {label}
        </Button>
      )}
    </FileButton>
  );
}
