import { ActionIcon } from "@mantine/core";
import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { ResultPage, WorkflowSummary } from "@/api/types";
import { Icon } from "@/components/icon";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import classes from "@/components/workflow-card/workflow-card.module.css";

/** Makes a workflow one's favourite, or no longer; shown at once, and taken back when the server refuses. */
export function FavouriteStar({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("workflows");
  const set = useSetFavourite(workflow.id);
  const isFavourite = workflow.is_favourite;
  return (
    <ActionIcon
      className={classes.star}
      data-on={isFavourite || undefined}
      aria-pressed={isFavourite}
      aria-label={t("card.favourite", { name: workflow.name })}
      onClick={() => set.mutate(!isFavourite)}
    >
      <Icon name={isFavourite ? "star-filled" : "star"} />
    </ActionIcon>
  );
}

type Lists = InfiniteData<ResultPage<WorkflowSummary>>;

function useSetFavourite(id: string) {
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const show = (wanted: boolean) =>
    queryClient.setQueriesData<Lists>({ queryKey: queryKeys.workflowLists }, (lists) => {
      const starred = (one: WorkflowSummary) => (one.id === id ? { ...one, is_favourite: wanted } : one);
      return (
        lists && {
          ...lists,
          pages: lists.pages.map((page) => ({ ...page, results: page.results.map(starred) })),
        }
      );
    });
  return useMutation({
    mutationFn: (wanted: boolean) => api.workflows.setFavourite(id, wanted),
    onMutate: async (wanted) => {
      await queryClient.cancelQueries({ queryKey: queryKeys.workflowLists });
      show(wanted);
    },
    onError: (error, wanted) => {
      show(!wanted);
      notifyFailed(errorText(error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.allWorkflows }),
  });
}
