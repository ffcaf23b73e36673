import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { ConfirmModal } from "@/components/confirm-modal";
import { type SaveState, useDocumentStore } from "@/stores/document-store";

/** States in which leaving would lose edits: in the others they are saved on the way out. */
const STUCK: ReadonlySet<SaveState> = new Set(["invalid", "conflict", "offline"]);

/** Asks before the editor is left with edits that could not be saved. */
export function LeaveGuard() {
  const { t } = useTranslation("editor");
  const store = useDocumentStore();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && STUCK.has(store.getState().saveState),
  );
  return (
    <ConfirmModal
      opened={blocker.state === "blocked"}
      title={t("leave.title")}
      confirmLabel={t("leave.confirm")}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t("leave.text")}
    </ConfirmModal>
  );
}
