/** Ctrl+K: every command that applies, every node to go to, every node type to add. */

import "@mantine/spotlight/styles.layer.css";
import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { addToDocument, paletteTarget } from "@/commands/edits";
import { keyText } from "@/commands/keys";
import { COMMANDS } from "@/commands/registry";
import { Icon } from "@/components/icon";
import { nodeList } from "@/document/types";
import { mayAdd } from "@/document/validate";
import type { Language } from "@/i18n";
import { useLocalText } from "@/i18n/local-text";
import { inPaletteOrder, nodeLook } from "@/nodes/registry";
import { useUi } from "@/stores/ui-store";
import { type Editor, useEditor } from "./editor-context";
import { rankActions } from "./rank-actions";

const [store, spotlight] = createSpotlight();
const LIMIT = 40;
const OVERLAY = { blur: 0, backgroundOpacity: 0.4 };
const CLASSES = { actionsGroup: "fl-find-group", action: "fl-find-action", content: "fl-find" };

export function openCommandPalette(): void {
  spotlight.open();
}

export function CommandPalette() {
  const { t } = useTranslation("editor");
  const editor = useEditor();
  const local = useLocalText();
  const [query, setQuery] = useState("");
  const titles = { go: t("find.go"), add: t("find.add") };
  const commands = COMMANDS.filter((command) => !command.keysOnly && command.id !== "command-palette")
    .filter((command) => command.when(editor))
    .map((command): SpotlightActionData => {
      const [keys] = command.keys;
      return {
        id: command.id,
        label: local(command.title),
        // Found by either language, whatever the interface speaks.
        keywords: [command.title.en, command.title.zh, command.id],
        leftSection: <Icon name={command.icon} size={17} />,
        rightSection: keys && <kbd className="fl-kbd">{keyText(keys)}</kbd>,
        onClick: () => void command.run(editor),
      };
    });
  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      limit={LIMIT}
      filter={rankActions}
      scrollable
      maxHeight={420}
      overlayProps={OVERLAY}
      classNames={CLASSES}
      nothingFound={t("find.none")}
      searchProps={{
        leftSection: <Icon name="search" size={17} />,
        placeholder: t("find.placeholder"),
        "aria-label": t("find.placeholder"),
      }}
      actions={[
        { group: t("find.commands"), actions: commands },
        { group: titles.add, actions: typeActions(editor, local) },
        { group: titles.go, actions: nodeActions(editor, editor.language) },
      ]}
    />
  );
}

function nodeActions(editor: Editor, language: Language): SpotlightActionData[] {
  return nodeList(editor.document.getState()).map((node) => {
    const type = editor.types[node.type];
    return {
      id: `go:${node.key}`,
      label: node.name,
      description: type?.title[language],
      keywords: [node.key],
      leftSection: <Icon name={nodeLook(type).icon} size={17} />,
      onClick: () => {
        useUi.getState().openNode(node.key);
        editor.canvas.reveal([node.key]);
      },
    };
  });
}

function typeActions(editor: Editor, local: ReturnType<typeof useLocalText>): SpotlightActionData[] {
  const state = editor.document.getState();
  if (state.readOnly) return [];
  return inPaletteOrder(Object.values(editor.types))
    .filter((type) => mayAdd(state, type.id))
    .map((type) => ({
      id: `add:${type.id}`,
      label: local(type.title),
      keywords: [type.title.en, type.title.zh, type.id],
      leftSection: <Icon name="plus" size={17} />,
      onClick: () => addToDocument(editor, type, paletteTarget(editor, type)),
    }));
}
