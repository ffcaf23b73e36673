import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import type { KnowledgeBase, KnowledgePassage } from "@/api/knowledge";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { Form } from "@/components/form";
import { Icon } from "@/components/icon";
import { NumberField } from "@/components/number-field";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import classes from "@/features/knowledge/knowledge.module.css";
import { formatDuration } from "@/i18n/format";

const MODES = ["hybrid", "vector", "lexical"] as const;

/** A question to try: what the three ways to search find, side by side with scores. */
export function SearchPanel({ base }: { base: KnowledgeBase }) {
  const { t } = useTranslation("knowledge");
  const [query, setQuery] = useState("");
  const [topK, setTopK] = useState(5);
  const [threshold, setThreshold] = useState(0.7);
  const search = useSave(
    () =>
      ask("post", "/api/knowledge-bases/{base_id}/search/", {
        ...at({ base_id: base.id }),
        body: { query, top_k: topK, threshold },
      }),
    { inPlace: true },
  );
  const submit = () => {
    if (query.trim()) search.mutate();
  };
  return (
    <>
      <Form className={classes.question} onSubmit={submit}>
        <TextInput
          className={classes.grows}
          label={t("question")}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <NumberField
          label={t("topK")}
          w={110}
          min={1}
          max={50}
          value={topK}
          isNeeded
          onChange={(next) => setTopK(next ?? 1)}
        />
        <NumberField
          label={t("threshold")}
          w={130}
          min={0}
          max={1}
          step={0.05}
          value={threshold}
          isNeeded
          onChange={(next) => setThreshold(next ?? 0)}
        />
        <SubmitButton loading={search.isPending} leftSection={<Icon name="search" />}>
          {t("search")}
        </SubmitButton>
      </Form>
      {search.isError && <ErrorState error={search.error} onRetry={() => search.mutate()} />}
      {search.isIdle && <EmptyState icon="list-search" title={t("askTitle")} text={t("askText")} />}
      {search.data && (
        <>
          <p className={classes.meta}>{t("took", { duration: formatDuration(search.data.duration_ms) })}</p>
          <div className={classes.columns}>
            {MODES.map((mode) => (
              <section key={mode} aria-label={t(`mode.${mode}`)}>
                <h2 className={classes.mode}>{t(`mode.${mode}`)}</h2>
                <p className={classes.meta}>{t(`modeHelp.${mode}`)}</p>
                <Passages passages={search.data[mode]} />
              </section>
            ))}
          </div>
        </>
      )}
    </>
  );
}

function Passages({ passages }: { passages: KnowledgePassage[] }) {
  const { t } = useTranslation("knowledge");
  if (passages.length === 0) return <p className={classes.nothing}>{t("nothing")}</p>;
  return (
    <ol className={classes.passages}>
      {passages.map((passage) => (
        <li key={passage.chunk_id} className={classes.passage}>
          <p className={classes.source}>
            <span className={classes.rowTitle}>{passage.document}</span>
            {passage.page !== null && <span>{t("page", { page: passage.page })}</span>}
            {passage.sheet && <span>{passage.sheet}</span>}
          </p>
          <p className={classes.scores}>
            <span>{t("similarity", { score: (passage.similarity ?? 0).toFixed(2) })}</span>
            <span>{t("coverage", { score: passage.coverage.toFixed(2) })}</span>
          </p>
          <p className={classes.text}>{passage.text}</p>
        </li>
      ))}
    </ol>
  );
}
