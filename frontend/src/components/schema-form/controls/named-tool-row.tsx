/** A tool of a node that is named by its id alone: a workflow, an agent, knowledge, a function or a built-in one. */

import { ActionIcon, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { functionIdOf, toolIdOf } from "@/api/function-id";
import { useInventory } from "@/api/queries";
import { Icon } from "@/components/icon";
import { useLocalText } from "@/i18n/local-text";
import classes from "./tools.module.css";

type Props = { id: string; readOnly: boolean; onRemove: () => void };

export function NamedToolRow({ id, readOnly, onRemove }: Props) {
  const { t } = useTranslation("schema-form");
  const local = useLocalText();
  const inventory = useInventory();
  // Only the server knows its functions, so no list has them; the server is in the list.
  const one = functionIdOf(id);
  const wanted = one ? toolIdOf(one.configId) : id;
  const entry = inventory.data?.find((candidate) => candidate.id === wanted);
  const isGone = inventory.isSuccess && !entry;
  const named = entry && local(entry.title);
  const title = one?.name ?? named ?? id;
  const about = one ? t("functions.oneOf", { name: named }) : entry && t(`oneOfKind.${entry.kind}`);
  return (
    <div className={classes.tool} data-off={isGone || undefined}>
      <Icon name={entry?.icon ?? "tool"} size={18} />
      <div className={classes.name} title={entry && local(entry.description)}>
        <Text size="sm" fw={500} truncate>
          {title}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {isGone ? t("toolGone") : entry && about}
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
