import { Modal, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorsByField } from "@/api/errors";
import { ask, at } from "@/api/http";
import { AccountChange } from "@/api/limits.gen";
import type { PersonAccount } from "@/api/types";
import { Form } from "@/components/form";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { useSave } from "@/components/use-save";
import { useUser } from "@/hooks/use-user";

/** Levels of administration, each with all before it. */
const ADMINISTRATIONS = ["none", "tools", "everything"] as const;
type Administration = (typeof ADMINISTRATIONS)[number];

export function administrationOf({ is_staff, is_superuser }: PersonAccount): Administration {
  if (is_superuser) return "everything";
  return is_staff ? "tools" : "none";
}

/** The rights that make up a level. */
const rightsOf = (level: Administration) => ({
  is_staff: level !== "none",
  is_superuser: level === "everything",
});

/** Name, address and administration of a person. */
export function EditModal({ person, onClose }: { person: PersonAccount; onClose: () => void }) {
  const { t } = useTranslation("administration-people");
  const isSelf = useUser().id === person.id;
  const [username, setUsername] = useState(person.username);
  const [email, setEmail] = useState(person.email);
  const [level, setLevel] = useState<Administration>(administrationOf(person));
  const save = useSave(
    () =>
      ask("patch", "/api/people/{person_id}/", {
        ...at({ person_id: person.id }),
        body: { username, email, ...(level !== administrationOf(person) && rightsOf(level)) },
      }),
    { refreshes: ["/api/people/", "/api/session/"], inPlace: true, onSuccess: onClose },
  );
  const faults = errorsByField(save.error);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("edit.title", { name: person.username })}
      closeOnEscape={!save.isPending}
    >
      <Form onSubmit={() => save.mutate()}>
        <Stack gap="sm">
          <TextInput
            label={t("edit.username")}
            maxLength={AccountChange.username}
            value={username}
            error={faults.username}
            data-autofocus
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          <TextInput
            label={t("edit.email")}
            description={t("edit.emailHelp")}
            type="email"
            maxLength={AccountChange.email}
            value={email}
            error={faults.email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Select
            label={t("column.administration")}
            description={t(isSelf ? "edit.own" : "edit.administrationHelp")}
            disabled={isSelf}
            allowDeselect={false}
            data={ADMINISTRATIONS.map((value) => ({ value, label: t(`administration.${value}`) }))}
            value={level}
            onChange={(value) => setLevel(ADMINISTRATIONS.find((one) => one === value) ?? "none")}
          />
        </Stack>
        <FormError error={save.error} atFields={["/username", "/email"]} />
        <FormButtons submit="save" loading={save.isPending} onCancel={onClose} mt="lg" />
      </Form>
    </Modal>
  );
}
