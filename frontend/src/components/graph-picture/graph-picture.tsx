/** A small picture of a graph: where its nodes are, what they are for, and how they follow on each other. */

import type { NodeTypeInfo, WorkflowTemplate } from "@/api/types";
import classes from "./graph-picture.module.css";

type Picture = WorkflowTemplate["picture"];
type Box = { key: string; type: string; x: number; y: number; width: number; height: number };

const CARD = { width: 200, height: 90 };
const MARGIN = 30;

type Props = { picture: Picture; types: readonly NodeTypeInfo[] };

export function GraphPicture({ picture, types }: Props) {
  const boxes = boxesOf(picture);
  if (boxes.length === 0) return <svg className={classes.picture} aria-hidden />;
  const categoryOf = (type: string) => types.find(({ id }) => id === type)?.category ?? "";
  const start = boxes.find(({ type }) => type === "start");
  const triggers = start ? boxes.filter(({ type }) => categoryOf(type) === "trigger") : [];
  const byKey = new Map(boxes.map((box) => [box.key, box]));
  const frames = new Set(picture.nodes.map(({ parent }) => parent));
  const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN;
  const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN;
  const width = Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN - left;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN - top;
  return (
    <svg className={classes.picture} viewBox={`${left} ${top} ${width} ${height}`} aria-hidden>
      {picture.edges.map(({ source, target }) => (
        <path
          key={`${source} ${target}`}
          className={classes.edge}
          d={curve(byKey.get(source), byKey.get(target))}
        />
      ))}
      {triggers.map((box) => (
        <path key={box.key} className={classes.trigger} d={curve(box, start)} />
      ))}
      {boxes.map(({ key, type, ...place }) => (
        <rect
          key={key}
          {...place}
          rx={20}
          className={frames.has(key) ? classes.frame : classes.card}
          // Without one it would have no colours of its own, so it would be drawn black.
          data-category={categoryOf(type)}
        />
      ))}
    </svg>
  );
}

/** Frames come before what lies in them, so that they are drawn below. */
function boxesOf({ nodes }: Picture): Box[] {
  const placed = new Map<string, Box>();
  for (const { key, type, x, y, parent } of nodes) {
    const around = parent === null ? undefined : placed.get(parent);
    const box = { key, type, x: x + (around?.x ?? 0), y: y + (around?.y ?? 0), ...CARD };
    if (around) {
      around.width = Math.max(around.width, x + CARD.width + MARGIN);
      around.height = Math.max(around.height, y + CARD.height + MARGIN);
    }
    placed.set(key, box);
  }
  return [...placed.values()];
}

function curve(from: Box | undefined, to: Box | undefined): string {
  if (!from || !to) return "";
  const [x1, y1] = [from.x + from.width, from.y + from.height / 2];
  const [x2, y2] = [to.x, to.y + to.height / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}
