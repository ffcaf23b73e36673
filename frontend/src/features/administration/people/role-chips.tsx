import { Anchor, Checkbox, Popover, Stack, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import type { PersonAccount, PersonRole } from "@/api/types";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import classes from "./people.module.css";

type Props = { person: PersonAccount; roles: readonly PersonRole[] };

/** Roles of a person as chips; pressing them offers all roles. */
export function RoleChips({ person, roles }: Props) {
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(chosen.map(Number));
  };
  if (roles.length === 0)
    return (
      <p className={classes.noRoles}>
        {t("roles.noneYet")} <Anchor href="/admin/auth/group/add/">{t("roles.add")}</Anchor>
      </p>
    );
  return (
    <form onSubmit={submit}>
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
    </form>
  );
}
