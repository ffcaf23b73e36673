import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ChatPartner } from "@/api/types";
import { Markdown } from "@/components/markdown";
import classes from "./chat.module.css";

type Props = {
  about: Pick<ChatPartner, "name" | "description" | "greeting" | "suggestions">;
  onPick: (suggestion: string) => void;
};

/** Empty conversation: the partner's greeting and suggestions. */
export function Welcome({ about, onPick }: Props) {
  const { t } = useTranslation("chat");
  return (
    <div className={classes.welcome}>
      <h2 className={classes.welcomeTitle}>{about.name}</h2>
      {about.greeting ? <Markdown text={about.greeting} /> : <p>{about.description || t("greeting")}</p>}
      {about.suggestions.length > 0 && (
        <div className={classes.suggestions}>
          {about.suggestions.map((text) => (
            <Button key={text} variant="default" onClick={() => onPick(text)}>
              {text}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
