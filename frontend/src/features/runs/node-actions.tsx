import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { useNodeTypes } from "@/api/queries/workflows";
import type { NodeDoc } from "@/api/types";
import { Icon } from "@/components/icon";
import { notifyDone, notifyFailed } from "@/components/notify";
import { isFinal } from "@/components/status";
import { useErrorText } from "@/components/use-error-text";
import { isOffThePath } from "@/document/off-the-path";
import { ForkDialog } from "@/features/runs/fork-dialog";
import { useNewestRun, useNodeRun } from "@/stores/run-store";

/** Actions on a node of a finished run: run again from it, or pin its output. */
export function NodeActions({ runId, node }: { runId: string; node: NodeDoc }) {
  const { t } = useTranslation("runs");
  const errorText = useErrorText();
  const [isForking, setForking] = useState(false);
  const view = useNodeRun(node.key);
  const isOver = useNewestRun((state) => state.status !== null && isFinal(state.status));
  const type = useNodeTypes().data?.find(({ id }) => id === node.type);
  const pin = useMutation({
    mutationFn: () => api.runs.pin(runId, node.key, view?.scope ?? ""),
    onSuccess: () => notifyDone(t("again.pinned")),
    onError: (error) => notifyFailed(errorText(error)),
  });
  if (!isOver || !type || isOffThePath(type)) return null;
  return (
    <Group gap="xs" mb="sm">
      {type.role !== "start" && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="git-fork" size={14} />}
          onClick={() => setForking(true)}
        >
          {t("again.from")}
        </Button>
      )}
      {view?.status === "succeeded" && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="pinned" size={14} />}
          loading={pin.isPending}
          onClick={() => pin.mutate()}
        >
          {t("again.pin")}
        </Button>
      )}
      {isForking && <ForkDialog runId={runId} node={node} type={type} onClose={() => setForking(false)} />}
    </Group>
  );
}
