/** What the editor adds to the finder: every command that applies, every node to go to, every node type to add. */

import { useTranslation } from "react-i18next";
import { type Editor, useEditor } from "@/commands/editor-context";
import { addToDocument, paletteTarget } from "@/commands/edits";
import { keyText } from "@/commands/keys";
import { COMMANDS } from "@/commands/registry";
import { Icon } from "@/components/icon";
import { nodeList } from "@/document/types";
import { mayAdd } from "@/document/validate";
import { useLocalText } from "@/i18n/local-text";
import { inPaletteOrder, nodeLook } from "@/nodes/registry";
import type { FinderGroup } from "@/stores/finder-store";
import { useFinderSource } from "@/stores/finder-store";
import { useUi } from "@/stores/ui-store";

type Local = ReturnType<typeof useLocalText>;
type Actions = FinderGroup["actions"];

export function useFinderActions(): void {
  const { t } = useTranslation("editor");
  const editor = useEditor();
  const local = useLocalText();
  useFinderSource(() => [
    { group: t("find.commands"), actions: commandActions(editor, local) },
    { group: t("find.add"), actions: typeActions(editor, local) },
    { group: t("find.go"), actions: nodeActions(editor, local) },
  ]);
}

function commandActions(editor: Editor, local: Local): Actions {
  return COMMANDS.filter((command) => !command.keysOnly && command.id !== "command-palette")
    .filter((command) => command.when(editor))
    .map((command) => {
      const [keys] = command.keys;
      return {
        id: command.id,
        label: local(command.title),
        // Found by either language, whatever the interface speaks.
        keywords: [command.id],
        leftSection: <Icon name={command.icon} size={17} />,
        rightSection: keys && <kbd className="fl-kbd">{keyText(keys)}</kbd>,
        onClick: () => void command.run(editor),
      };
    });
}

function nodeActions(editor: Editor, local: Local): Actions {
  return nodeList(editor.document.getState()).map((node) => {
    const type = editor.types[node.type];
    return {
      id: `go:${node.key}`,
      label: node.name,
      ...(type && { description: local(type.title) }),
      keywords: [node.key],
      leftSection: <Icon name={nodeLook(type).icon} size={17} />,
      onClick: () => {
        useUi.getState().openNode(node.key);
        editor.canvas.reveal([node.key]);
      },
    };
  });
}

function typeActions(editor: Editor, local: Local): Actions {
  const state = editor.document.getState();
  if (state.readOnly) return [];
  return inPaletteOrder(Object.values(editor.types))
    .filter((type) => mayAdd(state, type.id))
    .map((type) => ({
      id: `add:${type.id}`,
      label: local(type.title),
      keywords: [...Object.values(type.title), type.id],
      leftSection: <Icon name="plus" size={17} />,
      onClick: () => addToDocument(editor, type, paletteTarget(editor, type)),
    }));
}
