import { Anchor, Checkbox, Menu, Modal, Popover, Stack, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import type { PersonAccount, PersonRole } from "@/api/types";
import { ConfirmModal } from "@/components/confirm-modal";
import { Form } from "@/components/form";
import { FormError } from "@/components/form-error";
import { IconButton } from "@/components/icon-button";
import { RelativeTime } from "@/components/relative-time";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import { useUser } from "@/hooks/use-user";
import { DeactivateModal } from "./deactivate-modal";
import { administrationOf, EditModal } from "./edit-modal";
import { LINKS } from "./open-links";
import classes from "./people.module.css";
import { ShownLink } from "./shown-link";

type Act = "edit" | "password" | "sessions" | "factors" | "deactivate";

export function PersonRow({ person, roles }: { person: PersonAccount; roles: readonly PersonRole[] }) {
  const { t } = useTranslation("administration-people");
  const [act, setAct] = useState<Act | null>(null);
  const close = () => setAct(null);
  const { username, email, is_active: isActive, last_seen_at: seen } = person;
  return (
    <tr data-inactive={!isActive || undefined}>
      <th scope="row">
        {username}
        <span className={classes.emailOnPhone}>{email}</span>
      </th>
      <td data-column="email">{email}</td>
      <td>
        <RoleChips person={person} roles={roles} />
      </td>
      <td data-column="administration">{t(`administration.${administrationOf(person)}`)}</td>
      <td data-column="seen">{seen ? <RelativeTime iso={seen} /> : t("never")}</td>
      <td>
        <span className={classes.chips}>
          <span className={classes.state} data-active={isActive || undefined}>
            {t(isActive ? "active" : "deactivated")}
          </span>
          {person.has_second_factor && <span className={classes.state}>{t("secondFactor")}</span>}
        </span>
      </td>
      <td className={classes.act}>
        <PersonMenu person={person} onAct={setAct} />
        {act === "edit" && <EditModal person={person} onClose={close} />}
        {act === "password" && <PasswordLinkModal person={person} onClose={close} />}
        {act === "deactivate" && <DeactivateModal person={person} onClose={close} />}
        {(act === "sessions" || act === "factors") && (
          <PersonQuestion person={person} about={act} onClose={close} />
        )}
      </td>
    </tr>
  );
}

function PersonMenu({ person, onAct }: { person: PersonAccount; onAct: (act: Act) => void }) {
  const { t } = useTranslation("administration-people");
  const isSelf = useUser().id === person.id;
  const { id, username, is_active: isActive, has_second_factor: hasFactor } = person;
  const reactivate = useSave(
    () => ask("delete", "/api/people/{person_id}/deactivation/", at({ person_id: id })),
    { refreshes: ["/api/people/"], done: t("reactivated", { name: username }) },
  );
  return (
    <Menu width={210} position="bottom-end">
      <Menu.Target>
        <IconButton icon="dots" label={t("actions", { name: username })} loading={reactivate.isPending} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onAct("edit")}>{t("edit.action")}</Menu.Item>
        {isActive && <Menu.Item onClick={() => onAct("password")}>{t("password.action")}</Menu.Item>}
        {isActive && <Menu.Item onClick={() => onAct("sessions")}>{t("sessions.action")}</Menu.Item>}
        {hasFactor && <Menu.Item onClick={() => onAct("factors")}>{t("factors.action")}</Menu.Item>}
        {isActive && !isSelf && (
          <Menu.Item onClick={() => onAct("deactivate")}>{t("deactivate.action")}</Menu.Item>
        )}
        {!isActive && <Menu.Item onClick={() => reactivate.mutate()}>{t("reactivate")}</Menu.Item>}
        {!isActive && (
          <Menu.Item component="a" href={`/admin/auth/user/${id}/delete/`}>
            {t("delete")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Link with which a person chooses a new password. */
function PasswordLinkModal({ person, onClose }: { person: PersonAccount; onClose: () => void }) {
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
function PersonQuestion({ person, about, onClose }: QuestionProps) {
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

type Props = { person: PersonAccount; roles: readonly PersonRole[] };

/** Roles of a person as chips; pressing them offers all roles. */
function RoleChips({ person, roles }: Props) {
  const { t } = useTranslation("administration-people");
  const [opened, { close, toggle }] = useDisclosure(false);
  return (
    <Popover opened={opened} onChange={(open) => !open && close()} width={260} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.chips} onClick={toggle}>
          <VisuallyHidden>{t("roles.of", { name: person.username })}</VisuallyHidden>
          {person.roles.map((role) => (
            <span key={role.id} className={classes.chip}>
              {role.name}
            </span>
          ))}
          {person.roles.length === 0 && <span className={classes.quiet}>{t("roles.none")}</span>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <RoleForm person={person} roles={roles} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

function RoleForm({ person, roles, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation("administration-people");
  const [chosen, setChosen] = useState(person.roles.map(({ id }) => String(id)));
  const save = useSave(
    (role_ids: number[]) =>
      ask("patch", "/api/people/{person_id}/", { ...at({ person_id: person.id }), body: { role_ids } }),
    { refreshes: ["/api/people/"], onSuccess: onClose },
  );
  if (roles.length === 0)
    return (
      <p className={classes.noRoles}>
        {t("roles.noneYet")} <Anchor href="/admin/auth/group/add/">{t("roles.add")}</Anchor>
      </p>
    );
  return (
    <Form onSubmit={() => save.mutate(chosen.map(Number))}>
      <Checkbox.Group label={t("roles.of", { name: person.username })} value={chosen} onChange={setChosen}>
        <Stack gap="xs" mt={6} className={classes.choices}>
          {roles.map(({ id, name }) => (
            <Checkbox key={id} size="xs" value={String(id)} label={name} />
          ))}
        </Stack>
      </Checkbox.Group>
      <div className={classes.formEnd}>
        <Anchor href="/admin/auth/group/" size="sm">
          {t("roles.manage")}
        </Anchor>
        <SubmitButton size="xs" loading={save.isPending}>
          {t("roles.save")}
        </SubmitButton>
      </div>
    </Form>
  );
}
