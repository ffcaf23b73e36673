import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { WorkflowSummary } from "@/api/types";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { LeaveButton } from "./leave-button";
import classes from "./sharing.module.css";

/** Above a workflow that is shared and not taken up: until then it is only read. */
export function PendingNotice({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("sharing");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { id, name, owner } = workflow;
  const takeUp = useMutation({
    mutationFn: () => api.sharing.takeUp({ kind: "workflow", id }),
    // The editor opens again, with what the role allows.
    onSuccess: async () => {
      await queries.resetQueries({ queryKey: queryKeys.workflow(id) });
      await queries.invalidateQueries();
    },
    onError: (error) => notifyFailed(errorText(error)),
  });
  return (
    <section className={classes.notice} aria-label={t("title")}>
      <p>{t("pending", { name: owner.username })}</p>
      <span className={classes.buttons}>
        <Button size="xs" loading={takeUp.isPending} onClick={() => takeUp.mutate()}>
          {t("add")}
        </Button>
        <LeaveButton kind="workflow" id={id} name={name} onLeft={() => void navigate("/workflows")} />
      </span>
    </section>
  );
}
