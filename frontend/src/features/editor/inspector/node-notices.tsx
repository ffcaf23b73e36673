/** Notices that a node does not run by its settings: it is bypassed, or its output is pinned. */

import { useTranslation } from "react-i18next";
import type { NodeDoc } from "@/api/types";
import { LABELS } from "@/commands/labels";
import { Icon } from "@/components/icon";
import { TextButton } from "@/components/text-button";
import type { Message } from "@/i18n/local-text";
import { useDocument, useDocumentStore } from "@/stores/document-store";
import classes from "./inspector.module.css";

type Props = { node: NodeDoc };

export function NodeNotices({ node }: Props) {
  const { t } = useTranslation("inspector");
  const store = useDocumentStore();
  const change = (changes: Pick<Partial<NodeDoc>, "bypass" | "pinned_output">, label: Message) =>
    store.getState().applyChanges([{ op: "update_node", key: node.key, changes }], { label });
  return (
    <>
      {node.bypass && (
        <Notice
          icon="arrow-bounce"
          text={t("bypassNotice")}
          action={t("bypassEnd")}
          onAction={() => change({ bypass: false }, LABELS.bypass)}
        />
      )}
      {node.pinned_output !== null && (
        <Notice
          icon="pinned"
          text={t("pinNotice")}
          action={t("pinEnd")}
          onAction={() => change({ pinned_output: null }, LABELS.pin)}
        />
      )}
    </>
  );
}

type NoticeProps = { icon: string; text: string; action: string; onAction: () => void };

function Notice({ icon, text, action, onAction }: NoticeProps) {
  const readOnly = useDocument((state) => state.readOnly);
  return (
    <p className={classes.notice}>
      <Icon name={icon} size={15} />
      <span>{text}</span>
      {!readOnly && <TextButton onClick={onAction}>{action}</TextButton>}
    </p>
  );
}
