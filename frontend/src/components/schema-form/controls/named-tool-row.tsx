/** A tool of a node that is named by its id alone: a workflow, an agent, knowledge, a function or a built-in one. */

import { Text, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useInventory } from "@/api/agents";
import { functionIdOf, toolIdOf } from "@/api/function-id";
import { useSharedName } from "@/api/sharing";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { useLocalText } from "@/i18n/local-text";
import { AskMark } from "./ask-mark";
import classes from "./tools.module.css";

type Props = {
  id: string;
  readOnly: boolean;
  /** Text below the name, instead of the description. */
  about?: string;
  action?: ReactNode;
  onEdit?: (() => void) | undefined;
  onRemove: () => void;
};

export function NamedToolRow({ id, readOnly, about, action, onEdit, onRemove }: Props) {
  const { t } = useTranslation("schema-form");
  const local = useLocalText();
  const inventory = useInventory();
  // Only the server knows its functions, so no list has them; the server is in the list.
  const one = functionIdOf(id);
  const wanted = one ? toolIdOf(one.configId) : id;
  const entry = inventory.data?.find((candidate) => candidate.id === wanted);
  // Somebody shares it, and it is in no list of one's own.
  const shared = useSharedName()(wanted);
  const isGone = inventory.isSuccess && !entry && !shared;
  const named = entry ? local(entry.title) : shared;
  const title = one?.name ?? named ?? id;
  const kind = one ? t("functions.oneOf", { name: named }) : entry && t(`oneOfKind.${entry.kind}`);
  const texts = (
    <>
      <Text size="sm" fw={500} truncate>
        {title}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {isGone ? t("toolGone") : entry ? (about ?? kind) : shared && t("notInList")}
      </Text>
    </>
  );
  return (
    <div className={classes.tool} data-off={isGone || undefined}>
      <Icon name={entry?.icon ?? "tool"} size={18} />
      {onEdit ? (
        <UnstyledButton className={classes.name} onClick={onEdit}>
          {texts}
        </UnstyledButton>
      ) : (
        <div className={classes.name} title={entry && local(entry.description)}>
          {texts}
        </div>
      )}
      <AskMark asks={entry?.asks} />
      {action}
      {!readOnly && (
        <IconButton
          icon="trash"
          iconSize={15}
          color="gray"
          size="sm"
          label={t("removeTool", { name: title })}
          onClick={onRemove}
        />
      )}
    </div>
  );
}
