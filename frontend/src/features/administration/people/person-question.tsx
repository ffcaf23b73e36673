import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import type { PersonAccount } from "@/api/types";
import { ConfirmModal } from "@/components/confirm-modal";
import { useSave } from "@/components/use-save";
import classes from "./people.module.css";

type Props = { person: PersonAccount; about: "sessions" | "factors"; onClose: () => void };

/** Ask before all sessions of a person end, or all their second factors go. */
export function PersonQuestion({ person, about, onClose }: Props) {
  const { t } = useTranslation("administration-people");
  const name = person.username;
  const path = `/api/people/{person_id}/${about}/` as const;
  const act = useSave(() => ask("delete", path, at({ person_id: person.id })), {
    refreshes: ["/api/people/"],
    done: t(`${about}.done`, { name }),
    onSuccess: onClose,
  });
  return (
    <ConfirmModal
      title={t(`${about}.title`, { name })}
      confirmLabel={t(`${about}.confirm`)}
      keepLabel={t("cancel")}
      loading={act.isPending}
      onConfirm={() => act.mutate()}
      onClose={onClose}
    >
      <p className={classes.note}>{t(`${about}.text`)}</p>
    </ConfirmModal>
  );
}
