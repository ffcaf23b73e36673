import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { cachedAt } from "@/api/cache";
import { ask, at } from "@/api/http";
import type { WorkflowSummary } from "@/api/types";
import { useSave } from "@/components/use-save";
import { LeaveButton } from "./leave-button";
import classes from "./sharing.module.css";

/** Above a workflow that is shared and not taken up: until then it is only read. */
export function PendingNotice({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("sharing");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { id, name, owner } = workflow;
  const takeUp = useSave(
    () => ask("put", "/api/shared-with-me/{kind}/{thing_id}/", at({ kind: "workflow", thing_id: id })),
    {
      // The editor opens again, with what the role allows.
      onSuccess: async () => {
        await queries.resetQueries(cachedAt(`/api/workflows/${id}/*`));
        await queries.invalidateQueries();
      },
    },
  );
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
