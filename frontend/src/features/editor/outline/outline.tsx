/** The graph as a list beside the canvas; what is chosen in it is selected and opened there. */

import { type KeyboardEvent, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useEditor } from "@/commands/editor-context";
import { IconButton } from "@/components/icon-button";
import { append } from "@/document/edge-index";
import { type OutlineItem, outlineOf } from "@/document/outline";
import type { ShownProblem } from "@/document/validate";
import classes from "@/features/editor/outline/outline.module.css";
import { OutlineRow } from "@/features/editor/outline/outline-row";
import { useProblems } from "@/hooks/use-problems";
import { useTakeFocus } from "@/hooks/use-take-focus";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";

export function Outline() {
  const { t } = useTranslation("outline");
  const editor = useEditor();
  const items = useOutline();
  const problems = useNodeProblems();
  const list = useTakeFocus<HTMLDivElement>("outline");
  const close = () => {
    useUi.getState().set({ outlineOpen: false });
    editor.canvas.focus();
  };
  return (
    <nav className={classes.outline} aria-label={t("title")}>
      <header className={classes.head}>
        <h2 className={classes.title}>{t("title")}</h2>
        <IconButton icon="x" iconSize={16} color="gray" label={t("close")} onClick={close} />
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons in it */}
      <div ref={list} className={classes.body} onKeyDown={walk}>
        {items.length === 0 && <p className={classes.none}>{t("empty")}</p>}
        <OutlineList items={items} problems={problems} />
      </div>
    </nav>
  );
}

function useOutline() {
  const { types } = useEditor();
  const nodes = useDocument((state) => state.nodes);
  const order = useDocument((state) => state.order);
  const edges = useDocument((state) => state.edges);
  return useMemo(() => outlineOf({ nodes, order, edges }, types), [nodes, order, edges, types]);
}

function useNodeProblems(): ReadonlyMap<string, readonly ShownProblem[]> {
  const problems = useProblems();
  return useMemo(() => {
    const found = new Map<string, ShownProblem[]>();
    for (const problem of problems) if (problem.node_key !== null) append(found, problem.node_key, problem);
    return found;
  }, [problems]);
}

/** Up and down between the nodes, from the one that is shown. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button.matches(":focus"));
  const shown = buttons.find((button) => button.matches("[aria-current]")) ?? buttons[0];
  const next = at < 0 ? shown : buttons[at + (event.key === "ArrowDown" ? 1 : -1)];
  next?.focus();
}

type Props = { items: readonly OutlineItem[]; problems: ReadonlyMap<string, readonly ShownProblem[]> };

/** Ordered contents of one frame, nested recursively. */
function OutlineList({ items, problems }: Props) {
  if (items.length === 0) return null;
  return (
    <ol className={classes.list}>
      {items.map((item) => (
        <li key={item.node.key} data-node={item.node.key}>
          <OutlineRow item={item} problems={problems.get(item.node.key) ?? []} />
          <OutlineList items={item.children} problems={problems} />
        </li>
      ))}
    </ol>
  );
}
