import { useTranslation } from "react-i18next";
import { SaveStateLabel } from "@/components/save-state";
import { useDocument, useDocumentStore } from "@/stores/document-store";
import { openNode } from "@/stores/ui-store";
import classes from "./editor.module.css";

export function WorkflowSaveState() {
  const { t } = useTranslation("editor");
  const store = useDocumentStore();
  const state = useDocument((document) => (document.conflicts.length > 0 ? "conflict" : document.saveState));
  const readOnly = useDocument((document) => document.readOnly);
  if (readOnly) return <span className={classes.readOnly}>{t("readOnly")}</span>;
  const showFault = () => {
    const { fieldErrors, conflicts, nodes } = store.getState();
    const [conflict] = conflicts;
    if (conflict) {
      if (nodes[conflict.node]) openNode(conflict.node, "settings");
      return;
    }
    const [key] = Object.keys(fieldErrors);
    if (key) openNode(key, "settings", Object.keys(fieldErrors[key] ?? {})[0] ?? null);
  };
  return <SaveStateLabel state={state} onShowFault={showFault} />;
}
