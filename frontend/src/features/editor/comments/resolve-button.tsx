import { ActionIcon, Tooltip } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import type { CommentThread } from "@/api/types";
import { Icon } from "@/components/icon";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { useReadCommentsAgain } from "./use-comments";

export function ResolveButton({ workflowId, thread }: { workflowId: string; thread: CommentThread }) {
  const { t } = useTranslation("comments");
  const errorText = useErrorText();
  const readAgain = useReadCommentsAgain(workflowId);
  const isResolved = thread.resolved_at !== null;
  const resolve = useMutation({
    mutationFn: () => api.comments.resolve(thread.id, !isResolved),
    onSuccess: () => readAgain(thread.node_key),
    onError: (error) => notifyFailed(errorText(error)),
  });
  const label = isResolved ? t("reopen") : t("resolve");
  return (
    <Tooltip label={label}>
      <ActionIcon
        color="gray"
        aria-label={label}
        loading={resolve.isPending}
        onClick={() => resolve.mutate()}
      >
        <Icon name={isResolved ? "rotate-clockwise" : "check"} size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
