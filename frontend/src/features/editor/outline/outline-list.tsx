import type { OutlineItem } from "@/document/outline";
import type { ShownProblem } from "@/document/validate";
import classes from "./outline.module.css";
import { OutlineRow } from "./outline-row";

type Props = { items: readonly OutlineItem[]; problems: ReadonlyMap<string, readonly ShownProblem[]> };

/** Content of one frame, in order, with nested content. */
export function OutlineList({ items, problems }: Props) {
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
