import { useTranslation } from "react-i18next";
import { useCreateWorkflow, useEmptyWorkflow } from "@/components/starter-card/use-create-workflow";
import { Gallery } from "@/features/workflows/gallery";
import classes from "@/features/workflows/workflows.module.css";
import { useLocalText } from "@/i18n/local-text";

/** First page without workflows: one click opens a working example. */
export function FirstSteps() {
  const { t } = useTranslation("workflows");
  const local = useLocalText();
  const create = useCreateWorkflow();
  const empty = useEmptyWorkflow();
  return (
    <section className={classes.first}>
      <h2 className={classes.firstTitle}>{t("first.title")}</h2>
      <p className={classes.firstText}>{t("first.text")}</p>
      <Gallery
        disabled={create.isPending}
        onChoose={(template) =>
          create.mutate(template ? { name: local(template.name), template: template.id } : empty)
        }
      />
    </section>
  );
}
