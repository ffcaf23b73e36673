/** Changes of an agent since a version, by field, and a button to restore it. */

import { Button, Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useAgentVersion } from "@/api/agents";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import type { AgentDocument, Json } from "@/api/types";
import { BeforeAfter } from "@/components/field-diff/before-after";
import { FormError } from "@/components/form-error";
import { notifyDone } from "@/components/notify";
import { QueryState } from "@/components/query-list";
import { useSave } from "@/components/use-save";
import { compareValues } from "@/document/compare";
import { savedDraft } from "@/features/agents/saved-draft";
import classes from "@/features/agents/versions.module.css";
import type { Draft } from "@/stores/draft-store";

type Props = {
  slug: string;
  number: number;
  now: AgentDocument;
  draft: Draft<AgentDocument>;
  readOnly: boolean;
  onRestored: () => void;
};

export function VersionDiff({ slug, number, now, draft, readOnly, onRestored }: Props) {
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
