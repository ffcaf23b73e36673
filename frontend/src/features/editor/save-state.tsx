import { Tooltip, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import type { IconName } from "@/components/icons";
import { type SaveState as State, useDocument, useDocumentStore } from "@/stores/document-store";
import { openNode } from "@/stores/ui-store";
import classes from "./editor.module.css";

const ICONS: Record<State, IconName> = {
  saved: "check",
  dirty: "pencil",
  saving: "loader-2",
  conflict: "users",
  invalid: "alert-circle",
  offline: "cloud",
};

/** Whether what is on the screen is stored; always visible. */
export function SaveState() {
  const { t } = useTranslation("editor");
  const store = useDocumentStore();
  const state = useDocument((document) => document.saveState);
  const readOnly = useDocument((document) => document.readOnly);
  if (readOnly) return <span className={classes.saveState}>{t("readOnly")}</span>;
  // "Unsaved" for less than half a second is noise: it reads as saving.
  const shown: State = state === "dirty" ? "saving" : state;
  const showFault = () => {
    const [key] = Object.keys(store.getState().fieldErrors);
    if (key) openNode(key, "settings", Object.keys(store.getState().fieldErrors[key] ?? {})[0] ?? null);
  };
  return (
    <Tooltip label={t(`saveHint.${shown}`)} multiline maw={280}>
      <UnstyledButton
        className={classes.saveState}
        data-state={shown}
        onClick={state === "invalid" ? showFault : undefined}
      >
        <Icon name={ICONS[shown]} size={14} />
        <span aria-live="polite">{t(`save.${shown}`)}</span>
      </UnstyledButton>
    </Tooltip>
  );
}
