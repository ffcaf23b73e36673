/** Versions of an agent, their differences from the current one, and restoring. */

import { Button, Modal, Skeleton, TextInput, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useStore } from "zustand";
import { useAgentVersion, useAgentVersions } from "@/api/agents";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import * as limits from "@/api/limits.gen";
import type { AgentDocument, AgentVersion, Json } from "@/api/types";
import { BeforeAfter } from "@/components/field-diff/before-after";
import { Form } from "@/components/form";
import { FormError } from "@/components/form-error";
import { notifyDone } from "@/components/notify";
import { QueryState } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import { compareValues } from "@/document/compare";
import { savedDraft } from "@/features/agents/saved-draft";
import classes from "@/features/agents/versions.module.css";
import type { Draft } from "@/stores/draft-store";

type Props = {
  slug: string;
  draft: Draft<AgentDocument>;
  readOnly: boolean;
  opened: boolean;
  onClose: () => void;
};

export function AgentVersionsDialog({ opened, onClose, ...agent }: Props) {
  const { t } = useTranslation("agents");
  return (
    <Modal opened={opened} onClose={onClose} title={t("versions.title")} size={960}>
      {!agent.readOnly && <KeepForm {...agent} />}
      <Versions {...agent} onRestored={onClose} />
    </Modal>
  );
}

type Agent = Pick<Props, "slug" | "draft" | "readOnly">;

function KeepForm({ slug, draft }: Omit<Agent, "readOnly">) {
  const { t } = useTranslation("agents");
  const refresh = useRefresh();
  const [note, setNote] = useState("");
  const keep = useSave(
    async () => {
      await savedDraft(draft, t("versions.notSaved"));
      return ask("post", "/api/agents/{agent_id}/versions/", {
        ...at({ agent_id: slug }),
        body: { note: note.trim() },
      });
    },
    {
      inPlace: true,
      onSuccess: () => {
        setNote("");
        return refresh(`/api/agents/${slug}/versions/*`);
      },
    },
  );
  return (
    <Form className={classes.keep} onSubmit={() => keep.mutate()}>
      <TextInput
        label={t("versions.note")}
        description={t("versions.noteHelp")}
        maxLength={limits.AgentVersionKeep.note}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <SubmitButton loading={keep.isPending}>{t("versions.keep")}</SubmitButton>
      <FormError error={keep.error} />
    </Form>
  );
}

function Versions({ slug, draft, readOnly, onRestored }: Agent & { onRestored: () => void }) {
  const { t } = useTranslation("agents");
  const query = useAgentVersions(slug);
  const [chosen, setChosen] = useState<number | null>(null);
  const { value } = useStore(draft);
  if (!query.isSuccess) return <QueryState query={query} pending={<Skeleton height={240} />} />;
  const shown = query.data.find(({ number }) => number === chosen) ?? query.data[0];
  if (shown === undefined) return <p className={classes.quiet}>{t("versions.empty")}</p>;
  return (
    <div className={classes.body}>
      <ul className={classes.list} aria-label={t("versions.title")}>
        {query.data.map((version) => (
          <li key={version.number}>
            <UnstyledButton
              className={classes.version}
              aria-current={version === shown || undefined}
              onClick={() => setChosen(version.number)}
            >
              <Summary version={version} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <VersionDiff
        key={shown.number}
        slug={slug}
        number={shown.number}
        now={value}
        draft={draft}
        readOnly={readOnly}
        onRestored={onRestored}
      />
    </div>
  );
}

function Summary({ version }: { version: AgentVersion }) {
  const { t } = useTranslation("agents");
  const { number, note, created_by: author, created_at: at } = version;
  return (
    <>
      <strong>{note || t("versions.number", { number })}</strong>
      <span className={classes.quiet}>
        {note && `${number} · `}
        {author ?? t("versions.removedAuthor")} · <RelativeTime iso={at} />
      </span>
    </>
  );
}

type VersionDiffProps = {
  slug: string;
  number: number;
  now: AgentDocument;
  draft: Draft<AgentDocument>;
  readOnly: boolean;
  onRestored: () => void;
};

function VersionDiff({ slug, number, now, draft, readOnly, onRestored }: VersionDiffProps) {
  const { t } = useTranslation("agents");
  const refresh = useRefresh();
  const query = useAgentVersion(slug, number);
  const restore = useSave(
    async (document: AgentDocument) => {
      // What is there now stays among the versions, so that restoring can be undone in the same way.
      await savedDraft(draft, t("versions.notSaved"));
      const before = await ask("post", "/api/agents/{agent_id}/versions/", {
        ...at({ agent_id: slug }),
        body: { note: "" },
      });
      draft.change(() => document);
      await savedDraft(draft, t("versions.notSaved"));
      return before.number;
    },
    {
      inPlace: true,
      onSuccess: (before) => {
        void refresh(`/api/agents/${slug}/versions/*`);
        notifyDone(t("versions.restored", { number, before }));
        onRestored();
      },
    },
  );
  if (!query.isSuccess) return <QueryState query={query} pending={<Skeleton height={240} />} />;
  const changes = compareValues("", query.data.document as Json, now as Json);
  return (
    <section className={classes.diff} aria-label={t("versions.changes", { number })}>
      <header className={classes.diffHead}>
        <h3 className={classes.diffTitle}>
          {t(changes.length === 0 ? "versions.same" : "versions.changes", { number })}
        </h3>
        {!readOnly && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={changes.length === 0}
            loading={restore.isPending}
            onClick={() => restore.mutate(query.data.document)}
          >
            {t("versions.restore")}
          </Button>
        )}
      </header>
      <FormError error={restore.error} />
      <dl className={classes.fields}>
        {changes.map((field) => (
          <div key={field.path}>
            <dt>{t(`versions.field.${field.path}`, { defaultValue: field.path })}</dt>
            <dd>
              <BeforeAfter field={field} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
