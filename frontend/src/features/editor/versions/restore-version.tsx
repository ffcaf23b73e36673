import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useEditor } from "@/commands/editor-context";
import { ConfirmButton } from "@/components/confirm-button";
import { notifyDone } from "@/components/notify";
import { diffDocuments } from "@/document/diff";
import { type GraphDocument, type NodeTypeIndex, nodeList } from "@/document/types";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { isEqualJson } from "@/lib/equal-json";

type Props = { number: number; draft: GraphDocument; graph: GraphDocument; onDone: () => void };

/** Make a version the draft by ordinary edits: one undo takes it back, and others see it like any other edit. */
export function RestoreVersion({ number, draft, graph, onDone }: Props) {
  const { t } = useTranslation("versions");
  const { document } = useEditor();
  const unknown = unknownTypes(draft, graph, useNodeTypeIndex());
  const restore = () => {
    const operations = diffDocuments(document.getState(), graph);
    const label = { key: "commands:edit.restoreVersion", values: { number } };
    if (document.getState().applyChanges(operations, { label })) notifyDone(t("restored", { number }));
    onDone();
  };
  const isSame = diffDocuments(draft, graph).length === 0;
  const button = (
    <Button size="xs" disabled={isSame || unknown.length > 0}>
      {t("restore")}
    </Button>
  );
  return (
    <>
      <ConfirmButton
        question={t("restoreQuestion", { number })}
        confirmLabel={t("restore")}
        onConfirm={restore}
      >
        {button}
      </ConfirmButton>
      {unknown.length > 0 && <p role="note">{t("unknownTypes", { types: unknown.join(", ") })}</p>}
    </>
  );
}

/** Types of nodes that the server would refuse, because it no longer has them. */
function unknownTypes(draft: GraphDocument, graph: GraphDocument, types: NodeTypeIndex): string[] {
  const written = nodeList(graph).filter((node) => !isEqualJson(draft.nodes[node.key], node));
  return [...new Set(written.map(({ type }) => type))].filter((type) => !types[type]);
}
