import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import type { PersonAccount } from "@/api/types";
import { ConfirmModal } from "@/components/confirm-modal";
import { FormError } from "@/components/form-error";
import { useSave } from "@/components/use-save";
import { LINKS } from "./open-links";
import classes from "./people.module.css";
import { ShownLink } from "./shown-link";

/** Link with which a person chooses a new password. */
export function PasswordLinkModal({ person, onClose }: { person: PersonAccount; onClose: () => void }) {
  const { t } = useTranslation("administration-people");
  const name = person.username;
  const make = useSave(
    () =>
      ask("post", "/api/people/{person_id}/password-link/", {
        ...at({ person_id: person.id }),
        body: { days: 1 },
      }),
    { refreshes: [LINKS], inPlace: true },
  );
  if (make.data)
    return (
      <Modal opened onClose={onClose} title={t("password.title", { name })}>
        <ShownLink link={make.data} text={t("password.once", { name })} onClose={onClose} />
      </Modal>
    );
  return (
    <ConfirmModal
      title={t("password.title", { name })}
      confirmLabel={t("password.make")}
      keepLabel={t("cancel")}
      loading={make.isPending}
      onConfirm={() => make.mutate()}
      onClose={onClose}
    >
      <p className={classes.note}>{t("password.text")}</p>
      <FormError error={make.error} />
    </ConfirmModal>
  );
}

type QuestionProps = { person: PersonAccount; about: "sessions" | "factors"; onClose: () => void };

/** Ask before all sessions of a person end, or all their second factors go. */
export function PersonQuestion({ person, about, onClose }: QuestionProps) {
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
