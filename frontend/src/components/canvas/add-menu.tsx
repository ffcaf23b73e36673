/** The small node list behind a "+": narrowed to what fits, chosen by typing and Enter. */

import { Popover } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { NodeTypeInfo } from "@/api/types";
import { type Editor, useEditor } from "@/commands/editor-context";
import { type AddTarget, addToDocument } from "@/commands/edits";
import { mayLieIn } from "@/document/frames";
import { hasOutputs } from "@/document/ports";
import { mayAdd } from "@/document/validate";
import { useLocalText } from "@/i18n/local-text";
import { nodeLook } from "@/nodes/registry";
import { searchTypes } from "@/nodes/search";
import { type Adding, useUi } from "@/stores/ui-store";
import { ChoiceList } from "./choice-list";

const WIDTH = 280;

export function AddMenu() {
  const adding = useUi((state) => state.adding);
  return adding ? <OpenMenu adding={adding} /> : null;
}

function OpenMenu({ adding }: { adding: Adding }) {
  const { t } = useTranslation("canvas");
  const editor = useEditor();
  const [query, setQuery] = useState("");
  const local = useLocalText();
  const choices = searchTypes(fittingTypes(editor, adding), query).map((type) => ({
    id: type.id,
    title: local(type.title),
    help: local(type.help),
    ...nodeLook(type),
  }));
  const close = () => {
    useUi.getState().set({ adding: null });
    editor.canvas.focus();
  };
  const pick = (id: string) => {
    const type = editor.types[id];
    close();
    if (type) addToDocument(editor, type, targetOf(adding));
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
        <span className="fl-menu-anchor" style={{ left: adding.screen.x, top: adding.screen.y }} />
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

function fittingTypes(editor: Editor, adding: Adding): NodeTypeInfo[] {
  const state = editor.document.getState();
  return Object.values(editor.types).filter((type) => {
    if (!mayAdd(state, type.id)) return false;
    if (adding.kind === "free") return true;
    if (adding.kind === "inside") return mayLieIn(state, editor.types, type.id, adding.parent);
    const neighbour =
      adding.kind === "port" ? adding.source.node : (state.edges[adding.edgeId]?.source ?? "");
    if (!mayLieIn(state, editor.types, type.id, state.nodes[neighbour]?.parent ?? null)) return false;
    return type.inputs.length > 0 && (adding.kind === "port" || hasOutputs(type));
  });
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
