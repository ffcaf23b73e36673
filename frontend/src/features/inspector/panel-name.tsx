/** The node's name, changed in place, and what kind of node it is. */

import { TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { NodeDoc, NodeTypeInfo } from "@/api/types";
import { useLocalText } from "@/i18n/local-text";
import { useDocument, useDocumentStore } from "@/stores/document-store";
import classes from "./inspector.module.css";

const LABEL = { en: "Rename node", zh: "重命名节点" };

type Props = { node: NodeDoc; type: NodeTypeInfo | undefined };

export function PanelName({ node, type }: Props) {
  const { t } = useTranslation("inspector");
  const local = useLocalText();
  const store = useDocumentStore();
  const readOnly = useDocument((state) => state.readOnly);
  const [draft, setDraft] = useState(node.name);
  useEffect(() => setDraft(node.name), [node.name]);
  const name = draft.trim();
  const taken = useDocument((state) =>
    Object.values(state.nodes).some((other) => other.key !== node.key && other.name === name),
  );
  const commit = () => {
    if (name === "" || taken) setDraft(node.name);
    else
      store
        .getState()
        .applyChanges([{ op: "update_node", key: node.key, changes: { name } }], { label: LABEL });
  };
  return (
    <div className={classes.headText}>
      <TextInput
        size="xs"
        aria-label={t("nodeName")}
        value={draft}
        readOnly={readOnly}
        error={taken ? t("nameTaken") : undefined}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") setDraft(node.name);
        }}
      />
      <p className={classes.kind}>{type ? local(type.title) : node.type}</p>
    </div>
  );
}
