import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { cachedAt } from "@/api/cache";
import { ask, at } from "@/api/http";
import type { MembersOf, Person } from "@/api/types";
import { useSave } from "@/components/use-save";
import { LeaveButton } from "./leave-button";
import classes from "./sharing.module.css";

type Props = { thing: MembersOf; owner: Person };

/** Above a workflow or an agent that is shared and not taken up: until then it is only read. */
export function PendingNotice({ thing: { kind, id, name }, owner }: Props) {
  const { t } = useTranslation("sharing");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const takeUp = useSave(
    () => ask("put", "/api/shared-with-me/{kind}/{thing_id}/", at({ kind, thing_id: id })),
    {
      // The page opens again, with what the role allows.
      onSuccess: async () => {
        await queries.resetQueries(cachedAt(kind === "agent" ? "/api/agents/*" : `/api/workflows/${id}/*`));
        await queries.invalidateQueries();
      },
    },
  );
  return (
    <section className={classes.notice} aria-label={t("title")}>
      <p>{t(`pending.${kind}`, { name: owner.username })}</p>
      <span className={classes.buttons}>
        <Button size="xs" loading={takeUp.isPending} onClick={() => takeUp.mutate()}>
          {t("add")}
        </Button>
        <LeaveButton kind={kind} id={id} name={name} onLeft={() => void navigate(`/${kind}s`)} />
      </span>
    </section>
  );
}
