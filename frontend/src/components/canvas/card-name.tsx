import { useTranslation } from "react-i18next";
import { renameNode } from "@/commands/edits";
import { useDocumentStore } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import { focusAndSelect, useDraft } from "./use-draft";

type Props = { nodeKey: string; name: string };

/** The name of a card; a field while it is being renamed. */
export function CardName({ nodeKey, name }: Props) {
  const renaming = useUi((state) => state.renaming === nodeKey);
  if (renaming) return <NameField nodeKey={nodeKey} name={name} />;
  return (
    <span className="fl-card-name" title={name}>
      {name}
    </span>
  );
}

function NameField({ nodeKey, name }: Props) {
  const { t } = useTranslation("canvas");
  const store = useDocumentStore();
  const draft = useDraft({
    text: name,
    isEnd: () => true,
    onClose: (next) => {
      if (useUi.getState().renaming !== nodeKey) return;
      useUi.getState().set({ renaming: null });
      if (next !== null) renameNode(store, nodeKey, next);
    },
  });
  return (
    <input
      className="fl-card-rename nodrag nopan"
      aria-label={t("rename")}
      maxLength={120}
      ref={focusAndSelect}
      {...draft}
    />
  );
}
