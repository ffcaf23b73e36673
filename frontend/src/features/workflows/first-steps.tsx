import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useTemplates } from "@/api/queries";
import { ErrorState } from "@/components/error-state";
import { StarterCard } from "@/features/workflows/starter-card";
import { useCreateWorkflow } from "@/features/workflows/use-create-workflow";
import classes from "@/features/workflows/workflows.module.css";
import { useLocalText } from "@/i18n/local-text";

/** What a person sees who has no workflow yet: one click opens a working example. */
export function FirstSteps() {
  const { t } = useTranslation("workflows");
  const local = useLocalText();
  const templates = useTemplates();
  const create = useCreateWorkflow();
  if (templates.isError) {
    return <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />;
  }
  return (
    <section className={classes.first}>
      <h2 className={classes.firstTitle}>{t("first.title")}</h2>
      <p className={classes.firstText}>{t("first.text")}</p>
      <div className={classes.starters}>
        {templates.isPending &&
          ["a", "b", "c"].map((place) => <Skeleton key={place} height={168} radius="lg" />)}
        {templates.data?.map((template) => (
          <StarterCard
            key={template.id}
            title={local(template.name)}
            text={local(template.description)}
            note={local(template.note)}
            nodeTypes={template.node_types}
            disabled={create.isPending}
            onChoose={() => create.mutate({ name: local(template.name), template: template.id })}
          />
        ))}
        <StarterCard
          title={t("first.blank.title")}
          text={t("first.blank.text")}
          disabled={create.isPending}
          onChoose={() => create.mutate({ name: t("new.defaultName") })}
        />
      </div>
    </section>
  );
}
