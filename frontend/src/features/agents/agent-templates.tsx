import { useTranslation } from "react-i18next";
import { useAgentTemplates } from "@/api/queries/agents";
import type { AgentStart } from "@/api/types";
import { ErrorState } from "@/components/error-state";
import { Icon } from "@/components/icon";
import { BlankPicture, StarterCard } from "@/components/starter-card/starter-card";
import classes from "@/components/starter-card/starter-card.module.css";
import { useLocalText } from "@/i18n/local-text";

type Props = { disabled: boolean; onChoose: (start: AgentStart) => void };

/** The ready-made agents, after one that is still empty. */
export function AgentTemplates({ disabled, onChoose }: Props) {
  const { t } = useTranslation("agents");
  const local = useLocalText();
  const templates = useAgentTemplates();
  if (templates.isError) {
    return <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />;
  }
  return (
    <ul className={classes.grid} aria-label={t("templates.title")}>
      <li>
        <StarterCard
          title={t("templates.blank.title")}
          text={t("templates.blank.text")}
          picture={<BlankPicture />}
          disabled={disabled}
          onChoose={() => onChoose({ document: { name: t("new.name") } })}
        />
      </li>
      {templates.data?.map(({ id, name, description, suggestions }) => (
        <li key={id}>
          <StarterCard
            title={local(name)}
            text={local(description)}
            note={suggestions.map(local).join(" · ")}
            picture={
              <span className={classes.blank}>
                <Icon name="robot" size={28} />
              </span>
            }
            disabled={disabled}
            onChoose={() => onChoose({ template: id })}
          />
        </li>
      ))}
    </ul>
  );
}
