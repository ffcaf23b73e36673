/** The node's name, changed in place, and what kind of node it is. */

import { TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { NodeDoc, NodeTypeInfo } from "@/api/types";
import { LABELS } from "@/commands/labels";
import { renameOperations } from "@/document/references";
import { useLocalText } from "@/i18n/local-text";
import { useDocument, useDocumentStore } from "@/stores/document-store";
import classes from "./inspector.module.css";

type Props = { node: NodeDoc; type: NodeTypeInfo | undefined };

export function PanelName({ node, type }: Props) {
  const { t } = useTranslation("inspector");
  const local = useLocalText();
  const store = useDocumentStore();
  const readOnly = useDocument((state) => state.readOnly);
  const [draft, setDraft] = useState(node.name);
  useEffect(() => setDraft(node.name), [node.name]);
  const name = draft.trim();
  const taken = useDocument(
    (state) => name !== node.name && Object.values(state.nodes).some((other) => other.name === name),
  );
  const refused = useDocument((state) => state.fieldErrors[node.key]?.name);
  const rename = (to: string) => {
    const operations = renameOperations(store.getState(), node.key, to);
    if (operations.length > 0) store.getState().applyChanges(operations, { label: LABELS.rename });
  };
  const commit = () => {
    if (name === "" || taken) setDraft(node.name);
    else rename(name);
  };
  return (
    <div className={classes.headText}>
      <TextInput
        size="xs"
        aria-label={t("nodeName")}
        value={draft}
        readOnly={readOnly}
        error={taken ? t("nameTaken") : refused}
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
