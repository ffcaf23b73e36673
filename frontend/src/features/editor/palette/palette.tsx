/** The drawer of all that can be added: search first, then by category; drag one out, or press Enter. */

import { TextInput } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useEditor } from "@/commands/editor-context";
import { addChoice, paletteTarget } from "@/commands/edits";
import { startChoiceDrag } from "@/components/canvas/use-palette-drop";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { mayAdd } from "@/document/validate";
import classes from "@/features/editor/palette/palette.module.css";
import { useNodeChoices } from "@/hooks/use-node-choices";
import { useTakeFocus } from "@/hooks/use-take-focus";
import { useLocalText } from "@/i18n/local-text";
import type { NodeChoice } from "@/nodes/node-choices";
import { CATEGORIES } from "@/nodes/registry";
import { searchChoices } from "@/nodes/search";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";

export function Palette() {
  const { t } = useTranslation("palette");
  const editor = useEditor();
  const all = useNodeChoices();
  const hasStart = useDocument((state) => !mayAdd(state, "start"));
  const [query, setQuery] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const panel = useTakeFocus<HTMLElement>("palette");
  const choices = searchChoices(
    all.filter(({ id }) => id !== "start" || !hasStart),
    query,
  );
  const add = (choice: NodeChoice) => addChoice(editor, choice, paletteTarget(editor, choice.nodeType));
  const close = () => {
    useUi.getState().set({ paletteOpen: false });
    editor.canvas.focus();
  };
  const onSearchKey = (event: KeyboardEvent) => {
    const [first] = choices;
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
    <aside ref={panel} className={classes.palette} aria-label={t("title")}>
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
        <IconButton icon="x" iconSize={16} color="gray" label={t("close")} onClick={close} />
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
          <Items choices={choices} onAdd={add} />
        ) : (
          CATEGORIES.map((category) => {
            const inside = choices.filter((choice) => choice.category === category);
            return inside.length === 0 ? null : (
              <section key={category}>
                <h3 className={classes.category}>{t(`category.${category}`)}</h3>
                <Items choices={inside} onAdd={add} />
              </section>
            );
          })
        )}
        {choices.length === 0 && <p className={classes.none}>{t("none", { query })}</p>}
      </div>
      <p className={classes.hint}>{t("hint")}</p>
    </aside>
  );
}

type ItemsProps = { choices: readonly NodeChoice[]; onAdd: (choice: NodeChoice) => void };

function Items({ choices, onAdd }: ItemsProps) {
  return choices.map((choice) => <PaletteItem key={choice.id} choice={choice} onAdd={onAdd} />);
}

/** Up and down between the entries; above the first one is the search field. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll("button")];
  const at = items.findIndex((item) => item.matches(":focus"));
  const next = items[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (next) next.focus();
  else if (event.key === "ArrowUp") event.currentTarget.parentElement?.querySelector("input")?.focus();
}

type Props = { choice: NodeChoice; onAdd: (choice: NodeChoice) => void };

/** One thing to add: a click or Enter adds it, dragging puts it where it is dropped. */
function PaletteItem({ choice, onAdd }: Props) {
  const { t } = useTranslation("canvas");
  const local = useLocalText();
  const { id, kind, title, help, icon, tint } = choice;
  return (
    <button
      type="button"
      className="fl-type"
      data-category={tint}
      data-node-type={id}
      draggable
      title={local(help)}
      onDragStart={(event) => startChoiceDrag(event, choice)}
      onClick={() => onAdd(choice)}
    >
      <span className="fl-type-icon">
        <Icon name={icon} size={16} />
      </span>
      <span className="fl-type-text">
        <span className="fl-type-title">{local(title)}</span>
        <span className="fl-type-help">{local(help)}</span>
      </span>
      {kind !== "type" && <span className="fl-type-mark">{t(`choiceKind.${kind}`)}</span>}
    </button>
  );
}
