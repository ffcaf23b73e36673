import { Checkbox, Modal, MultiSelect, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorsByField } from "@/api/errors";
import { ask } from "@/api/http";
import { Invitation } from "@/api/limits.gen";
import { useSession } from "@/api/session";
import type { PersonRole } from "@/api/types";
import { Form } from "@/components/form";
import { FormError } from "@/components/form-error";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import { LINKS } from "./open-links";
import classes from "./people.module.css";
import { ShownLink } from "./shown-link";

const DAYS = [1, 7, 30];
const BLANK = { note: "", email: "", roles: [] as string[], isStaff: false, days: 7 };

/** Invitation by e-mail where the server sends mail, else by a link. */
export function InviteModal({ roles, onClose }: { roles: readonly PersonRole[]; onClose: () => void }) {
  const { t } = useTranslation("administration-people");
  const sendsMail = useSession().data?.sends_mail ?? false;
  const [draft, setDraft] = useState(BLANK);
  const change = (edit: Partial<typeof BLANK>) => setDraft((before) => ({ ...before, ...edit }));
  const invite = useSave(
    ({ note, email, roles: chosen, isStaff, days }: typeof BLANK) =>
      ask("post", "/api/people/invitations/", {
        body: { note, email, role_ids: chosen.map(Number), is_staff: isStaff, days },
      }),
    { refreshes: [LINKS], inPlace: true },
  );
  const faults = errorsByField(invite.error);
  if (invite.data)
    return (
      <Modal opened onClose={onClose} title={t("invite.title")}>
        <ShownLink link={invite.data} email={draft.email} text={t("invite.once")} onClose={onClose} />
      </Modal>
    );
  return (
    <Modal opened onClose={onClose} title={t("invite.title")} closeOnEscape={!invite.isPending}>
      <Form onSubmit={() => invite.mutate(draft)}>
        <Stack gap="sm">
          <TextInput
            label={t("invite.name")}
            description={t("invite.nameHelp")}
            maxLength={Invitation.note}
            value={draft.note}
            error={faults.note}
            data-autofocus
            onChange={(event) => change({ note: event.currentTarget.value })}
          />
          {sendsMail && (
            <TextInput
              label={t("invite.email")}
              description={t("invite.emailHelp")}
              type="email"
              maxLength={Invitation.email}
              value={draft.email}
              error={faults.email}
              onChange={(event) => change({ email: event.currentTarget.value })}
            />
          )}
          <MultiSelect
            label={t("column.roles")}
            placeholder={draft.roles.length === 0 ? t("roles.none") : undefined}
            data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={draft.roles}
            onChange={(chosen) => change({ roles: chosen })}
          />
          <Checkbox
            label={t("invite.staff")}
            checked={draft.isStaff}
            onChange={(event) => change({ isStaff: event.currentTarget.checked })}
          />
          <Select
            label={t("invite.lasts")}
            allowDeselect={false}
            data={DAYS.map((count) => ({ value: String(count), label: t("invite.days", { count }) }))}
            value={String(draft.days)}
            onChange={(days) => change({ days: Number(days) })}
          />
        </Stack>
        <FormError error={invite.error} atFields={["/note", "/email"]} />
        <div className={classes.formEnd}>
          <SubmitButton loading={invite.isPending}>
            {t(draft.email.trim() === "" ? "invite.make" : "invite.send")}
          </SubmitButton>
        </div>
      </Form>
    </Modal>
  );
}
