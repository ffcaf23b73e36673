import { useTranslation } from "react-i18next";
import { ProgramTabs } from "@/components/triggers/program-tabs";
import { type Call, JSON_BODY, TOKEN } from "@/components/triggers/programs";
import { TokenHint } from "@/components/triggers/token-hint";
import classes from "@/components/triggers/triggers.module.css";

type Props = { slug: string };

/** The agent as a model of a service that speaks as OpenAI does. */
export function UseFromPrograms({ slug }: Props) {
  const { t } = useTranslation("chat");
  const messages = [{ role: "user", content: t("share.exampleMessage") }];
  const call: Call = {
    method: "POST",
    url: `${window.location.origin}/v1/chat/completions`,
    headers: [TOKEN, JSON_BODY],
    body: JSON.stringify({ model: slug, messages }),
  };
  return (
    <section className={`${classes.section} ${classes.apart}`} aria-label={t("share.programs")}>
      <h3 className={classes.title}>{t("share.programs")}</h3>
      <p className={classes.quiet}>{t("share.programsHelp", { slug })}</p>
      <ProgramTabs call={call} />
      <TokenHint scope="chat" />
    </section>
  );
}
