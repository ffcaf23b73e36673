/** Any value, shown as what it is: a table, a picture or file, a text with its marks, or JSON that can be folded. */

import { useMemo, useState } from "react";
import type { Json } from "@/api/types";
import { Markdown } from "@/components/markdown";
import { FileCard } from "./file-card";
import { CutNote, MOST_CHARACTERS } from "./json-leaf";
import { JsonNode, type ShowInside } from "./json-node";
import { TableValue } from "./table-value";
import { isProse, shapeOf, type ValueShape } from "./value-shape";
import { ValueTools } from "./value-tools";
import classes from "./value-view.module.css";

type Props = {
  value: Json;
  /** Levels that are open at first. */
  openLevels?: number;
  /** Path in the displayed value. */
  path?: readonly (string | number)[];
};

export function ValueView({ value, openLevels = 2, path = [] }: Props) {
  const shape = useMemo(() => shapeOf(value), [value]);
  const [asSource, setAsSource] = useState(false);
  const [isLarge, setLarge] = useState(false);
  const isRich = shape.kind !== "json";
  const content =
    isRich && !asSource ? (
      <RichValue shape={shape} value={value} />
    ) : (
      <div className={classes.json} data-prose={(!asSource && isProse(value)) || undefined} translate="no">
        <JsonNode value={value} openLevels={openLevels} path={path} showInside={showInside} />
      </div>
    );
  return (
    <div className={classes.view}>
      <ValueTools
        value={value}
        shape={shape}
        asSource={asSource}
        onSource={setAsSource}
        isLarge={isLarge}
        onLarge={setLarge}
      >
        {content}
      </ValueTools>
    </div>
  );
}

/** Values inside of others are shown richly, too, but for texts, of which a tree shows the words. */
const showInside: ShowInside = (value) => {
  if (value === null || typeof value !== "object") return null;
  const shape = shapeOf(value);
  return shape.kind === "json" ? null : <RichValue shape={shape} value={value} />;
};

function RichValue({ shape, value }: { shape: ValueShape; value: Json }) {
  switch (shape.kind) {
    case "table":
      return <TableValue rows={shape.rows} columns={shape.columns} />;
    case "files":
      return shape.files.map((file, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file may be there twice
        <FileCard key={at} file={file} />
      ));
    case "markdown": {
      const text = String(value);
      return (
        <div className={classes.markdown}>
          <Markdown text={text.slice(0, MOST_CHARACTERS)} />
          <CutNote length={text.length} />
        </div>
      );
    }
    case "json":
      return null;
  }
}
