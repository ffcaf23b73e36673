/** A tool of a node that is named by its id alone: a workflow, an agent, a knowledge base or a built-in one. */

import { ActionIcon, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useInventory } from "@/api/queries";
import { Icon } from "@/components/icon";
import { useLocalText } from "@/i18n/local-text";
import classes from "./tools.module.css";

type Props = { id: string; readOnly: boolean; onRemove: () => void };

/** One function of a server; only the server knows them, so no list does. */
const FUNCTION = "mcp:";

export function NamedToolRow({ id, readOnly, onRemove }: Props) {
  const { t } = useTranslation("schema-form");
  const local = useLocalText();
  const inventory = useInventory();
  const entry = inventory.data?.find((candidate) => candidate.id === id);
  const isGone = inventory.isSuccess && !entry && !id.startsWith(FUNCTION);
  const title = entry ? local(entry.title) : id;
  return (
    <div className={classes.tool} data-off={isGone || undefined}>
      <Icon name={entry?.icon ?? "tool"} size={18} />
      <div className={classes.name} title={entry && local(entry.description)}>
        <Text size="sm" fw={500} truncate>
          {title}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {isGone ? t("toolGone") : entry ? t(`oneOfKind.${entry.kind}`) : ""}
        </Text>
      </div>
      {!readOnly && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t("removeTool", { name: title })}
          onClick={onRemove}
        >
          <Icon name="trash" size={15} />
        </ActionIcon>
      )}
    </div>
  );
}
