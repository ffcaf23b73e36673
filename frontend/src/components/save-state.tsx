import { Tooltip, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import type { IconName } from "@/components/icons";
import classes from "@/components/save-state.module.css";
import type { SaveState as State } from "@/stores/document-store";

const ICONS: Record<State, IconName> = {
  saved: "check",
  dirty: "pencil",
  saving: "loader-2",
  conflict: "users",
  invalid: "alert-circle",
  offline: "cloud",
};

type Props = {
  state: State;
  /** Remedy for a refused field, if the page has a better one. */
  invalidHint?: string;
  onShowFault?: () => void;
};

/** Save state of the screen; always visible. */
export function SaveStateLabel({ state, invalidHint, onShowFault }: Props) {
  const { t } = useTranslation();
  // "Unsaved" for less than half a second is noise: it reads as saving.
  const shown: State = state === "dirty" ? "saving" : state;
  const hint = (shown === "invalid" && invalidHint) || t(`saveHint.${shown}`);
  return (
    <Tooltip label={hint} multiline maw={280}>
      <UnstyledButton
        className={classes.saveState}
        data-state={shown}
        onClick={state === "invalid" || state === "conflict" ? onShowFault : undefined}
      >
        <Icon name={ICONS[shown]} size={14} />
        <span aria-live="polite">{t(`save.${shown}`)}</span>
      </UnstyledButton>
    </Tooltip>
  );
}
