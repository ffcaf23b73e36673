import { useTranslation } from "react-i18next";
import { ProgramTabs } from "./program-tabs";
import { type Call, JSON_BODY, TOKEN } from "./programs";
import { TokenHint } from "./token-hint";
import classes from "./triggers.module.css";

type Props = {
  /** Its name there. */
  model: string;
};

/** An agent or a workflow as a model of a service that speaks as OpenAI does. */
export function ModelPrograms({ model }: Props) {
  const { t } = useTranslation("chat");
  const messages = [{ role: "user", content: t("share.exampleMessage") }];
  const call: Call = {
    method: "POST",
    url: `${window.location.origin}/v1/chat/completions`,
    headers: [TOKEN, JSON_BODY],
    body: JSON.stringify({ model, messages }),
  };
  return (
    <section className={classes.section} aria-label={t("share.programs")}>
      <h3 className={classes.title}>{t("share.programs")}</h3>
      <p className={classes.quiet}>{t("share.programsHelp", { model })}</p>
      <ProgramTabs call={call} />
      <TokenHint scope="chat" />
    </section>
  );
}
