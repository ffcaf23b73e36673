import { ActionIcon, Menu } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import type { PersonAccount, PersonRole } from "@/api/types";
import { Icon } from "@/components/icon";
import { RelativeTime } from "@/components/relative-time";
import { useSave } from "@/components/use-save";
import { useUser } from "@/hooks/use-user";
import { PasswordLinkModal, PersonQuestion } from "./account-modals";
import { DeactivateModal } from "./deactivate-modal";
import { administrationOf, EditModal } from "./edit-modal";
import classes from "./people.module.css";
import { RoleChips } from "./role-chips";

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
        <ActionIcon aria-label={t("actions", { name: username })} loading={reactivate.isPending}>
          <Icon name="dots" />
        </ActionIcon>
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
