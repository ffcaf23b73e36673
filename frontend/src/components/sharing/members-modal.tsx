import { ActionIcon, Modal, Select, Skeleton, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { ask, at } from "@/api/http";
import { useMembers } from "@/api/sharing";
import type { Member, WorkflowSummary } from "@/api/types";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { QueryState } from "@/components/query-list";
import rows from "@/components/rows.module.css";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import classes from "./sharing.module.css";

const ROLES = ["viewer", "editor"] as const;
type Role = Member["role"];

/** Members of a workflow, and those who have added it. */
export function MembersModal({ workflow, onClose }: { workflow: WorkflowSummary; onClose: () => void }) {
  const { t } = useTranslation("sharing");
  const members = useMembers(workflow.id);
  const { set, remove } = useMemberChanges(workflow.id);
  return (
    <Modal opened onClose={onClose} title={t("members.title", { name: workflow.name })} size={520}>
      <p className={classes.about}>{t("members.about")}</p>
      <AddMember workflow={workflow.id} />
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
              <ActionIcon
                aria-label={t("members.remove", { name: username })}
                onClick={() => remove.mutate(username)}
              >
                <Icon name="trash" />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}

function AddMember({ workflow }: { workflow: string }) {
  const { t } = useTranslation("sharing");
  const [username, setUsername] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const { set } = useMemberChanges(workflow);
  const fault = set.error instanceof ApiError ? set.error.errors[0]?.message : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate({ username: username.trim(), role }, { onSuccess: () => setUsername("") });
  };
  return (
    <form onSubmit={submit}>
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
    </form>
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

function useMemberChanges(workflow: string) {
  const refresh = useRefresh();
  const onSuccess = () => refresh(`/api/workflows/${workflow}/members/`);
  const set = useSave(
    (member: { username: string; role: Role }) =>
      ask("post", "/api/workflows/{workflow_id}/members/", {
        ...at({ workflow_id: workflow }),
        body: member,
      }),
    { inPlace: true, onSuccess: onSuccess },
  );
  const remove = useSave(
    (username: string) =>
      ask("delete", "/api/workflows/{workflow_id}/members/", at({ workflow_id: workflow }, { username })),
    { inPlace: true, onSuccess: onSuccess },
  );
  return { set, remove };
}
