import { Modal, Select, Skeleton, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { memberRequests, useMembers } from "@/api/sharing";
import type { Member, MembersOf } from "@/api/types";
import { ConfirmModal } from "@/components/confirm-modal";
import { Form } from "@/components/form";
import { FormError } from "@/components/form-error";
import { IconButton } from "@/components/icon-button";
import { QueryState } from "@/components/query-list";
import rows from "@/components/rows.module.css";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import classes from "./sharing.module.css";

const ROLES = ["viewer", "editor"] as const;
type Role = Member["role"];

/** Members of a workflow or an agent, and those who have added it. */
export function MembersModal({ thing, onClose }: { thing: MembersOf; onClose: () => void }) {
  const { t } = useTranslation("sharing");
  const members = useMembers(thing);
  const { set, remove } = useMemberChanges(thing);
  const [successor, setSuccessor] = useState<string | null>(null);
  return (
    <Modal opened onClose={onClose} title={t("members.title", { name: thing.name })} size={520}>
      <p className={classes.about}>{t(`members.about.${thing.kind}`)}</p>
      <AddMember thing={thing} />
      <FormError error={set.error ?? remove.error} />
      <QueryState query={members} pending={<Skeleton height={80} />} />
      {members.data && members.data.length > 0 && (
        <ul className={rows.list} aria-label={t("members.list")}>
          {members.data.map(({ username, role, taken_up_at }) => (
            <li key={username} className={`${rows.row} ${classes.row}`}>
              <div className={rows.rowText}>
                {username}
                {taken_up_at === null && <p className={rows.about}>{t("members.pending")}</p>}
              </div>
              <RoleSelect
                label={t("members.roleOf", { name: username })}
                value={role}
                onChange={(next) => set.mutate({ username, role: next })}
              />
              {taken_up_at !== null && (
                <IconButton
                  icon="user-check"
                  label={t("members.handOn", { name: username })}
                  onClick={() => setSuccessor(username)}
                />
              )}
              <IconButton
                icon="trash"
                label={t("members.remove", { name: username })}
                onClick={() => remove.mutate(username)}
              />
            </li>
          ))}
        </ul>
      )}
      {successor !== null && (
        <HandOn thing={thing} username={successor} onClose={() => setSuccessor(null)} onDone={onClose} />
      )}
    </Modal>
  );
}

type HandOnProps = { thing: MembersOf; username: string; onClose: () => void; onDone: () => void };

function HandOn({ thing, username, onClose, onDone }: HandOnProps) {
  const { t } = useTranslation("sharing");
  const handOn = useSave(() => memberRequests(thing).handOn(username), {
    refreshes: ["*"],
    onSuccess: onDone,
  });
  return (
    <ConfirmModal
      title={t("members.handOnTitle", { name: username })}
      confirmLabel={t("members.handOnConfirm")}
      loading={handOn.isPending}
      onConfirm={() => handOn.mutate()}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t(`members.handOnText.${thing.kind}`)}
      </Text>
    </ConfirmModal>
  );
}

function AddMember({ thing }: { thing: MembersOf }) {
  const { t } = useTranslation("sharing");
  const [username, setUsername] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const { set } = useMemberChanges(thing);
  const fault = set.error instanceof ApiError ? set.error.errors[0]?.message : undefined;
  return (
    <Form
      onSubmit={() => set.mutate({ username: username.trim(), role }, { onSuccess: () => setUsername("") })}
    >
      {fault === undefined && <FormError error={set.error} />}
      <div className={classes.adding}>
        <TextInput
          label={t("members.username")}
          value={username}
          error={fault}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <RoleSelect label={t("members.role")} value={role} withLabel onChange={setRole} />
        <SubmitButton loading={set.isPending} disabled={username.trim() === ""}>
          {t("members.add")}
        </SubmitButton>
      </div>
    </Form>
  );
}

type RoleProps = { label: string; value: Role; withLabel?: boolean; onChange: (role: Role) => void };

function RoleSelect({ label, value, withLabel = false, onChange }: RoleProps) {
  const { t } = useTranslation("sharing");
  return (
    <Select
      {...(withLabel ? { label } : { "aria-label": label, size: "xs" as const, w: 120 })}
      data={ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))}
      value={value}
      allowDeselect={false}
      onChange={(role) => role && onChange(role as Role)}
    />
  );
}

function useMemberChanges(thing: MembersOf) {
  const refresh = useRefresh();
  const { set, remove } = memberRequests(thing);
  const onSuccess = () =>
    refresh(
      thing.kind === "agent" ? `/api/agents/${thing.id}/members/` : `/api/workflows/${thing.id}/members/`,
    );
  return {
    set: useSave(set, { inPlace: true, onSuccess }),
    remove: useSave(remove, { inPlace: true, onSuccess }),
  };
}
