/** Editor entries of the command palette: available commands, nodes to go to, node types to add. */

import { useTranslation } from "react-i18next";
import { keysOf } from "@/commands/bindings";
import { type Editor, useEditor } from "@/commands/editor-context";
import { addChoice, paletteTarget } from "@/commands/edits";
import { keyText } from "@/commands/keys";
import { COMMANDS } from "@/commands/registry";
import { Icon } from "@/components/icon";
import { nodeList } from "@/document/types";
import { mayAdd } from "@/document/validate";
import { useNodeChoices } from "@/hooks/use-node-choices";
import { useLocalText } from "@/i18n/local-text";
import type { NodeChoice } from "@/nodes/node-choices";
import { nodeLook } from "@/nodes/registry";
import type { PaletteSection } from "@/stores/command-palette-store";
import { useCommandSource } from "@/stores/command-palette-store";
import { useUi } from "@/stores/ui-store";

type Local = ReturnType<typeof useLocalText>;
type Actions = PaletteSection["actions"];

export function useEditorCommands(): void {
  const { t } = useTranslation("editor");
  const editor = useEditor();
  const local = useLocalText();
  const choices = useNodeChoices();
  useCommandSource(() => [
    { group: t("find.commands"), actions: commandActions(editor, local) },
    { group: t("find.add"), actions: addActions(editor, choices, local) },
    { group: t("find.go"), actions: nodeActions(editor, local) },
  ]);
}

function commandActions(editor: Editor, local: Local): Actions {
  return COMMANDS.filter((command) => !command.keysOnly && command.id !== "command-palette")
    .filter((command) => command.when(editor))
    .map((command) => {
      const [keys] = keysOf(command);
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

function addActions(editor: Editor, choices: readonly NodeChoice[], local: Local): Actions {
  const state = editor.document.getState();
  if (state.readOnly) return [];
  return choices
    .filter(({ nodeType }) => mayAdd(state, nodeType.id))
    .map((choice) => ({
      id: `add:${choice.id}`,
      label: local(choice.title),
      keywords: [...Object.values(choice.title), ...Object.values(choice.keywords), choice.id],
      leftSection: <Icon name={choice.kind === "type" ? "plus" : choice.icon} size={17} />,
      onClick: () => addChoice(editor, choice, paletteTarget(editor, choice.nodeType)),
    }));
}
