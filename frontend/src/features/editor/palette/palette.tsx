/** The drawer of node types: search first, then by category; drag one out, or press Enter. */

import { ActionIcon, TextInput } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { NodeTypeInfo } from "@/api/types";
import { useEditor } from "@/commands/editor-context";
import { addToDocument, paletteTarget } from "@/commands/edits";
import { Icon } from "@/components/icon";
import { mayAdd } from "@/document/validate";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { CATEGORIES } from "@/nodes/registry";
import { searchTypes } from "@/nodes/search";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import classes from "./palette.module.css";
import { PaletteItem } from "./palette-item";

export function Palette() {
  const { t } = useTranslation("palette");
  const editor = useEditor();
  const index = useNodeTypeIndex();
  const hasStart = useDocument((state) => !mayAdd(state, "start"));
  const [query, setQuery] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const types = searchTypes(
    Object.values(index).filter((type) => type.id !== "start" || !hasStart),
    query,
  );
  const add = (type: NodeTypeInfo) => addToDocument(editor, type, paletteTarget(editor, type));
  const close = () => {
    useUi.getState().set({ paletteOpen: false });
    editor.canvas.focus();
  };
  const onSearchKey = (event: KeyboardEvent) => {
    const [first] = types;
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && first) add(first);
    else if (event.key === "ArrowDown") list.current?.querySelector("button")?.focus();
    else if (event.key === "Escape") {
      if (query) setQuery("");
      else close();
    } else return;
    event.preventDefault();
  };
  return (
    <aside className={classes.palette} aria-label={t("title")}>
      <header className={classes.head}>
        <TextInput
          className={classes.search}
          size="xs"
          aria-label={t("search")}
          placeholder={t("search")}
          leftSection={<Icon name="search" size={14} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={onSearchKey}
        />
        <ActionIcon color="gray" aria-label={t("close")} onClick={close}>
          <Icon name="x" size={16} />
        </ActionIcon>
      </header>
      <div
        ref={list}
        role="toolbar"
        aria-orientation="vertical"
        aria-label={t("title")}
        className={classes.list}
        onKeyDown={walk}
      >
        {query ? (
          <Items types={types} onAdd={add} />
        ) : (
          CATEGORIES.map((category) => {
            const inside = types.filter((type) => type.category === category);
            return inside.length === 0 ? null : (
              <section key={category}>
                <h3 className={classes.category}>{t(`category.${category}`)}</h3>
                <Items types={inside} onAdd={add} />
              </section>
            );
          })
        )}
        {types.length === 0 && <p className={classes.none}>{t("none", { query })}</p>}
      </div>
      <p className={classes.hint}>{t("hint")}</p>
    </aside>
  );
}

function Items({ types, onAdd }: { types: readonly NodeTypeInfo[]; onAdd: (type: NodeTypeInfo) => void }) {
  return types.map((type) => <PaletteItem key={type.id} type={type} onAdd={onAdd} />);
}

/** Up and down between the entries; above the first one is the search field. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll("button")];
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  const next = items[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (next) next.focus();
  else if (event.key === "ArrowUp") event.currentTarget.parentElement?.querySelector("input")?.focus();
}
