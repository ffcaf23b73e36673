/** The small node list behind a "+": narrowed to what fits, chosen by typing and Enter. */

import { Popover } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Editor, useEditor } from "@/commands/editor-context";
import { addChoice } from "@/commands/edits";
import type { AddTarget } from "@/document/add-node";
import { mayLieIn } from "@/document/frames";
import { isTrigger } from "@/document/off-the-path";
import { hasOutputs } from "@/document/ports";
import { mayAdd } from "@/document/validate";
import { useNodeChoices } from "@/hooks/use-node-choices";
import { useLocalText } from "@/i18n/local-text";
import type { NodeChoice } from "@/nodes/node-choices";
import { searchChoices } from "@/nodes/search";
import { type Adding, useUi } from "@/stores/ui-store";
import { ChoiceList } from "./choice-list";

const WIDTH = 320;

export function AddMenu() {
  const adding = useUi((state) => state.adding);
  return adding ? <OpenMenu adding={adding} /> : null;
}

function OpenMenu({ adding }: { adding: Adding }) {
  const { t } = useTranslation("canvas");
  const editor = useEditor();
  const [query, setQuery] = useState("");
  const local = useLocalText();
  const fits = fitsThere(editor, adding, query.trim() !== "");
  const fitting = useNodeChoices().filter(fits);
  // Of equals, what goes there comes first.
  if (adding.kind !== "free")
    fitting.sort((a, b) => Number(isTrigger(a.nodeType)) - Number(isTrigger(b.nodeType)));
  const found = searchChoices(fitting, query);
  const choices = found.map(({ id, kind, title, help, icon, tint }) => ({
    id,
    title: local(title),
    help: local(help),
    icon,
    category: tint,
    ...(kind !== "type" && { mark: t(`choiceKind.${kind}`) }),
  }));
  const close = () => {
    useUi.getState().set({ adding: null });
    editor.canvas.focus();
  };
  const pick = (id: string) => {
    const choice = found.find((one) => one.id === id);
    close();
    if (!choice) return;
    const isDocked = isTrigger(choice.nodeType);
    addChoice(editor, choice, isDocked ? { kind: "free", at: null } : targetOf(adding));
  };
  return (
    <Popover
      opened
      onChange={(isOpen) => isOpen || useUi.getState().set({ adding: null })}
      closeOnEscape={false}
      position="bottom-start"
      offset={0}
      width={WIDTH}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          type="button"
          tabIndex={-1}
          className="fl-menu-anchor"
          aria-label={t("addNode")}
          style={{ left: adding.screen.x, top: adding.screen.y }}
        />
      </Popover.Target>
      <Popover.Dropdown className="fl-add-menu" aria-label={t("addNode")}>
        <ChoiceList
          label={t("searchNodes")}
          none={t("nothingFits")}
          choices={choices}
          query={query}
          onQuery={setQuery}
          onPick={pick}
          onClose={close}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Whoever types the name of a trigger means it wherever the list was opened: it is docked at the start. */
function fitsThere(editor: Editor, adding: Adding, isNamed: boolean): (choice: NodeChoice) => boolean {
  const state = editor.document.getState();
  return ({ nodeType: type }) => {
    if (!mayAdd(state, type.id)) return false;
    if (adding.kind === "free" || (isNamed && isTrigger(type))) return true;
    if (adding.kind === "inside") return mayLieIn(state, editor.types, type.id, adding.parent);
    const neighbour =
      adding.kind === "port" ? adding.source.node : (state.edges[adding.edgeId]?.source ?? "");
    if (!mayLieIn(state, editor.types, type.id, state.nodes[neighbour]?.parent ?? null)) return false;
    return type.inputs.length > 0 && (adding.kind === "port" || hasOutputs(type));
  };
}

function targetOf(adding: Adding): AddTarget {
  switch (adding.kind) {
    case "port":
      return adding.at
        ? { kind: "after", source: adding.source, at: adding.at }
        : { kind: "after", source: adding.source };
    case "edge":
      return { kind: "edge", edgeId: adding.edgeId };
    case "inside":
      return { kind: "free", at: null, parent: adding.parent };
    case "free":
      return { kind: "free", at: adding.at };
  }
}
