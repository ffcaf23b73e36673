import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { ApiError } from "@/api/errors";
import { queryKeys } from "@/api/query-keys";
import type { Approval, ApprovalAnswer } from "@/api/types";
import { notifyDone } from "@/components/notify";

/** Answers one wait; lists that show it are read again, also when somebody else was quicker. */
export function useAnswer(approval: Approval) {
  const { t } = useTranslation("approvals");
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (answer: ApprovalAnswer) => api.approvals.answer(approval.id, answer),
    onSuccess: () => {
      notifyDone(t("saved"));
      if (approval.payload.kind === "credential_origin") {
        void queries.invalidateQueries({ queryKey: queryKeys.credentials });
      }
      return queries.invalidateQueries({ queryKey: queryKeys.allApprovals });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) {
        void queries.invalidateQueries({ queryKey: queryKeys.allApprovals });
      }
    },
  });
}
