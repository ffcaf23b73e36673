import { useState } from "react";
import { useTranslation } from "react-i18next";
import { renameNode } from "@/commands/edits";
import { useDocumentStore } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";

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
  const [draft, setDraft] = useState(name);
  const close = (save: boolean) => {
    if (useUi.getState().renaming !== nodeKey) return;
    useUi.getState().set({ renaming: null });
    if (save) renameNode(store, nodeKey, draft);
  };
  return (
    <input
      className="fl-card-rename nodrag nopan"
      aria-label={t("rename")}
      value={draft}
      maxLength={120}
      ref={focusAndSelect}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={() => close(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") close(true);
        if (event.key === "Escape") close(false);
      }}
    />
  );
}

function focusAndSelect(field: HTMLInputElement | null): void {
  field?.focus({ preventScroll: true });
  field?.select();
}
