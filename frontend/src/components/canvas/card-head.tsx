import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LONGEST_NAME } from "@/api/rules.gen";
import type { NodeDoc, Problem, Status } from "@/api/types";
import { renameNode } from "@/commands/edits";
import { CardBadges } from "@/components/canvas/card-badges";
import { focusAndSelect, useDraft } from "@/components/canvas/use-draft";
import { Icon } from "@/components/icon";
import { useDocumentStore } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";

type Props = {
  node: NodeDoc;
  icon: string;
  status: Status | undefined;
  problem: Problem["severity"] | null;
  /** At the right end of a frame's head: opens and folds it. */
  foldMark?: ReactNode;
  /** Between the name and the marks. */
  children?: ReactNode;
};

/** The head of cards and frames. */
export function CardHead({ node, icon, status, problem, foldMark, children }: Props) {
  return (
    <header className="fl-card-head">
      <span className="fl-card-icon">
        <Icon name={icon} size={17} />
      </span>
      <CardName nodeKey={node.key} name={node.name} />
      {children}
      <CardBadges node={node} status={status} problem={problem} />
      {foldMark}
    </header>
  );
}

type CardNameProps = { nodeKey: string; name: string };

/** The name of a card; a field while it is being renamed. */
function CardName({ nodeKey, name }: CardNameProps) {
  const renaming = useUi((state) => state.renaming === nodeKey);
  if (renaming) return <NameField nodeKey={nodeKey} name={name} />;
  return (
    <span className="fl-card-name" title={name}>
      {name}
    </span>
  );
}

function NameField({ nodeKey, name }: CardNameProps) {
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
      maxLength={LONGEST_NAME}
      ref={focusAndSelect}
      {...draft}
    />
  );
}
