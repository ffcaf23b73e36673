import { Select, Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import { useLeaving, usePeople } from "@/api/people";
import type { Leaving, PersonAccount } from "@/api/types";
import { ConfirmModal } from "@/components/confirm-modal";
import { FormError } from "@/components/form-error";
import { QueryState } from "@/components/query-list";
import { useSave } from "@/components/use-save";
import classes from "./people.module.css";

const PARTS = ["triggers", "links", "workflows", "agents"] as const;
const TYPING_MS = 200;

/** Closes an account: shows what pauses, and who could take it over. */
export function DeactivateModal({ person, onClose }: { person: PersonAccount; onClose: () => void }) {
  const { t } = useTranslation("administration-people");
  const name = person.username;
  const leaving = useLeaving(person.id);
  const [successor, setSuccessor] = useState<string | null>(null);
  const deactivate = useSave(
    (successor_id: number | null) =>
      ask("post", "/api/people/{person_id}/deactivation/", {
        ...at({ person_id: person.id }),
        body: { successor_id },
      }),
    {
      refreshes: ["/api/people/"],
      done: t("deactivate.done", { name }),
      inPlace: true,
      onSuccess: onClose,
    },
  );
  const isOwner = leaving.data !== undefined && PARTS.some((part) => leaving.data[part].length > 0);
  return (
    <ConfirmModal
      title={t("deactivate.title", { name })}
      confirmLabel={t("deactivate.confirm")}
      keepLabel={t("cancel")}
      loading={deactivate.isPending}
      disabled={!leaving.isSuccess}
      onConfirm={() => deactivate.mutate(successor === null ? null : Number(successor))}
      onClose={onClose}
    >
      <p className={classes.note}>{t(isOwner ? "deactivate.text" : "deactivate.nothing")}</p>
      <QueryState query={leaving} pending={<Skeleton height={80} />} />
      {isOwner && (
        <>
          <PausedList leaving={leaving.data} />
          <SuccessorSelect person={person} value={successor} onChange={setSuccessor} />
          <p className={classes.note}>{t("deactivate.after")}</p>
        </>
      )}
      <FormError error={deactivate.error} hasNoFields />
    </ConfirmModal>
  );
}

function PausedList({ leaving }: { leaving: Leaving }) {
  const { t } = useTranslation("administration-people");
  return (
    <div className={classes.paused}>
      {PARTS.filter((part) => leaving[part].length > 0).map((part) => (
        <section key={part} aria-label={t(`deactivate.${part}`)}>
          <h3>
            {t(`deactivate.${part}`)} ({leaving[part].length})
          </h3>
          <ul>
            {leaving[part].map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list never changes
              <li key={at}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type SuccessorProps = {
  person: PersonAccount;
  value: string | null;
  onChange: (value: string | null) => void;
};

function SuccessorSelect({ person, value, onChange }: SuccessorProps) {
  const { t } = useTranslation("administration-people");
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed, TYPING_MS);
  const people = usePeople({ is_active: true, search });
  const others = (people.data?.pages.flatMap((page) => page.results) ?? []).filter(
    ({ id }) => id !== person.id,
  );
  return (
    <Select
      label={t("deactivate.successor")}
      placeholder={t("deactivate.nobody")}
      searchable
      clearable
      data={others.map(({ id, username }) => ({ value: String(id), label: username }))}
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
      nothingFoundMessage={t("noneTitle")}
      mt="sm"
    />
  );
}
