/** The few things that are done most to a selected node, above its card. */

import { ActionIcon, Tooltip } from "@mantine/core";
import { NodeToolbar, Position, useStore } from "@xyflow/react";
import { keysOf } from "@/commands/bindings";
import { useEditor } from "@/commands/editor-context";
import { keyText } from "@/commands/keys";
import { commandById } from "@/commands/registry";
import { Icon } from "@/components/icon";
import { useLocalText } from "@/i18n/local-text";
import { useKeyStore } from "@/stores/key-store";
import { selectedNode, useUi } from "@/stores/ui-store";

const ACTIONS = ["run-until", "debug-node", "bypass", "duplicate", "delete"].map(commandById);

export function SelectionBar() {
  const key = useUi(selectedNode);
  const busy = useStore((state) => state.connection.inProgress || state.userSelectionActive);
  const dragging = useStore((state) =>
    key === null ? false : (state.nodeLookup.get(key)?.dragging ?? false),
  );
  if (key === null || busy || dragging) return null;
  return (
    <NodeToolbar
      nodeId={key}
      isVisible
      position={Position.Top}
      align="end"
      offset={6}
      className="fl-selection-bar"
    >
      <Actions />
    </NodeToolbar>
  );
}

function Actions() {
  const editor = useEditor();
  const local = useLocalText();
  const chosen = useKeyStore((state) => state.chosen);
  return ACTIONS.filter((action) => action.when(editor)).map((action) => {
    const [keys] = keysOf(action, chosen);
    const title = local(action.title);
    return (
      <Tooltip key={action.id} label={keys ? `${title}  ${keyText(keys)}` : title}>
        <ActionIcon size="sm" color="gray" aria-label={title} onClick={() => void action.run(editor)}>
          <Icon name={action.icon} size={15} />
        </ActionIcon>
      </Tooltip>
    );
  });
}
