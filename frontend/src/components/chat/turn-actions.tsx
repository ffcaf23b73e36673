import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import type { Turn } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import type { IconName } from "@/components/icons";
import { useSave } from "@/components/use-save";
import classes from "./chat.module.css";
import type { ShownTurn } from "./chat-tree";

type Props = {
  shown: ShownTurn<Turn>;
  canAsk: boolean;
  isExplained: boolean;
  onExplain: () => void;
  onPick: (index: number) => void;
  onAgain: () => void;
  onEdit: () => void;
  onEnded: () => void;
};

/** Actions on an answer: copy, rate, ask again, edit the question, show versions and steps. */
export function TurnActions(props: Props) {
  const { shown, canAsk, isExplained, onExplain, onPick, onAgain, onEdit, onEnded } = props;
  const { t } = useTranslation("chat");
  const { turn, versions, index } = shown;
  const judge = useSave(
    (value: -1 | 0 | 1) =>
      ask("post", "/api/turns/{turn_id}/feedback/", {
        ...at({ turn_id: turn.id }),
        body: { comment: "", value },
      }),
    { onSuccess: onEnded },
  );
  const judgeAs = (value: -1 | 1) => judge.mutate(turn.feedback === value ? 0 : value);
  return (
    <div className={classes.actions}>
      {versions.length > 1 && (
        <span className={classes.versions}>
          <Act
            icon="chevron-left"
            label={t("turn.previous")}
            disabled={index === 0}
            onClick={() => onPick(index - 1)}
          />
          {t("turn.version", { index: index + 1, count: versions.length })}
          <Act
            icon="chevron-right"
            label={t("turn.next")}
            disabled={index === versions.length - 1}
            onClick={() => onPick(index + 1)}
          />
        </span>
      )}
      {turn.answer !== "" && <CopyButton text={turn.answer} />}
      <Act icon="refresh" label={t("turn.again")} disabled={!canAsk} onClick={onAgain} />
      <Act icon="pencil" label={t("turn.edit")} disabled={!canAsk} onClick={onEdit} />
      <Act icon="thumb-up" label={t("turn.good")} pressed={turn.feedback === 1} onClick={() => judgeAs(1)} />
      <Act
        icon="thumb-down"
        label={t("turn.bad")}
        pressed={turn.feedback === -1}
        onClick={() => judgeAs(-1)}
      />
      {turn.run !== null && (
        <Button
          size="compact-xs"
          variant={isExplained ? "light" : "subtle"}
          leftSection={<Icon name="list-tree" size={14} />}
          aria-pressed={isExplained}
          onClick={onExplain}
        >
          {t("turn.why")}
        </Button>
      )}
    </div>
  );
}

type ActProps = { icon: IconName; label: string; disabled?: boolean; pressed?: boolean; onClick: () => void };

function Act({ icon, label, disabled = false, pressed, onClick }: ActProps) {
  return (
    <IconButton
      icon={icon}
      iconSize={14}
      size="sm"
      variant={pressed ? "light" : "subtle"}
      label={label}
      tip
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    />
  );
}
