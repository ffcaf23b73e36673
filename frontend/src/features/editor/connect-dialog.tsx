/** Drawing an edge by keyboard: which node comes after the selected one? */

import { Modal, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { onlyNode } from "@/commands/conditions";
import { type Editor, useEditor } from "@/commands/editor-context";
import { connect, freePort } from "@/commands/edits";
import { ChoiceList } from "@/components/canvas/choice-list";
import { outputPorts } from "@/document/ports";
import { nodeList, type PortRef } from "@/document/types";
import { connectionFault } from "@/document/validate";
import { useLocalText } from "@/i18n/local-text";
import { nodeLook } from "@/nodes/registry";
import { useUi } from "@/stores/ui-store";

export function ConnectDialog() {
  const { t } = useTranslation("editor");
  const editor = useEditor();
  const close = () => useUi.getState().set({ dialog: null });
  const key = onlyNode(editor);
  return (
    <Modal opened={key !== null} onClose={close} title={t("connect.title")} padding="sm" size="sm">
      {key !== null && <Choices nodeKey={key} onClose={close} />}
    </Modal>
  );
}

function Choices({ nodeKey, onClose }: { nodeKey: string; onClose: () => void }) {
  const { t } = useTranslation("editor");
  const local = useLocalText();
  const editor = useEditor();
  const [query, setQuery] = useState("");
  const state = editor.document.getState();
  const from = state.nodes[nodeKey];
  const ports = from ? outputPorts(from, editor.types[from.type]) : [];
  const [port, setPort] = useState(() => freePort(editor, nodeKey)?.port ?? "out");
  const source = { node: nodeKey, port };
  const wanted = query.trim().toLowerCase();
  const choices = nodeList(state)
    .filter(
      (node) => node.name.toLowerCase().includes(wanted) && targetPort(editor, source, node.key) !== null,
    )
    .map((node) => {
      const type = editor.types[node.type];
      return {
        id: node.key,
        title: node.name,
        help: type ? local(type.title) : node.type,
        ...nodeLook(type),
      };
    });
  const pick = (key: string) => {
    const target = targetPort(editor, source, key);
    if (target && connect(editor, source, target)) onClose();
  };
  return (
    <>
      {ports.length > 1 && (
        <SegmentedControl
          size="xs"
          mx={8}
          aria-label={t("connect.port")}
          value={port}
          onChange={setPort}
          data={ports.map(({ id, title }) => ({ value: id, label: local(title) }))}
        />
      )}
      <ChoiceList
        label={t("connect.search")}
        none={t("connect.none")}
        choices={choices}
        query={query}
        onQuery={setQuery}
        onPick={pick}
        onClose={onClose}
      />
    </>
  );
}

/** The first input port of a node that may be connected to the source. */
function targetPort(editor: Editor, source: PortRef, key: string): PortRef | null {
  const state = editor.document.getState();
  const ports = editor.types[state.nodes[key]?.type ?? ""]?.inputs ?? [];
  const free = ports.find(
    ({ id }) => connectionFault(state, editor.types, source, { node: key, port: id }) === null,
  );
  return free ? { node: key, port: free.id } : null;
}
