import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ChatAgent } from "@/api/types";
import { Markdown } from "@/components/markdown";
import classes from "./chat.module.css";

type Props = {
  agent: Pick<ChatAgent, "name" | "description" | "greeting" | "suggestions">;
  onPick: (suggestion: string) => void;
};

/** What stands where nothing has been said yet: what the agent says first, and what it may be asked. */
export function Welcome({ agent, onPick }: Props) {
  const { t } = useTranslation("chat");
  return (
    <div className={classes.welcome}>
      <h2 className={classes.welcomeTitle}>{agent.name}</h2>
      {agent.greeting ? <Markdown text={agent.greeting} /> : <p>{agent.description || t("greeting")}</p>}
      {agent.suggestions.length > 0 && (
        <div className={classes.suggestions}>
          {agent.suggestions.map((text) => (
            <Button key={text} variant="default" onClick={() => onPick(text)}>
              {text}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
