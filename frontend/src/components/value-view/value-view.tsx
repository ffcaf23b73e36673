/** Any value, shown as what it is: a table, a picture or file, a text with its marks, or JSON that can be folded. */

import { Modal } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Json, JsonObject } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { IconButton } from "@/components/icon-button";
import { Markdown } from "@/components/markdown";
import { TextButton } from "@/components/text-button";
import { isRecord } from "@/lib/json";
import { FileCard } from "./file-card";
import { type FileValue, fileOf } from "./file-value";
import { CutNote, MOST_CHARACTERS } from "./json-leaf";
import { JsonNode, type ShowInside } from "./json-node";
import { TableValue } from "./table-value";
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

type ValueToolsProps = {
  value: Json;
  shape: ValueShape;
  asSource: boolean;
  onSource: (asSource: boolean) => void;
  isLarge: boolean;
  onLarge: (isLarge: boolean) => void;
  children: ReactNode;
};

function ValueTools({ value, shape, asSource, onSource, isLarge, onLarge, children }: ValueToolsProps) {
  const { t } = useTranslation();
  const { kind } = shape;
  const tools = (
    <span className={classes.tools} data-floating={(kind === "json" && !isLarge) || undefined}>
      {kind !== "json" && (
        <TextButton underline="hover" onClick={() => onSource(!asSource)}>
          {t(asSource ? `value.as.${kind}` : kind === "markdown" ? "value.asText" : "value.asJson")}
        </TextButton>
      )}
      {!isLarge && kind !== "files" && (
        <IconButton
          icon="arrows-maximize"
          iconSize={14}
          size="sm"
          label={t("value.enlarge")}
          tip
          onClick={() => onLarge(true)}
        />
      )}
      <CopyButton text={() => textOf(value)} />
    </span>
  );
  if (!isLarge) {
    return (
      <>
        {tools}
        {children}
      </>
    );
  }
  return (
    <>
      <span className={classes.summary}>{t("value.isLarge")}</span>
      <Modal opened onClose={() => onLarge(false)} size="min(1200px, 92vw)" title={t("value.large")}>
        <div className={classes.large}>
          {tools}
          {children}
        </div>
      </Modal>
    </>
  );
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** Kind of a JSON value. */
type ValueShape =
  | { kind: "json" }
  | { kind: "markdown" }
  | { kind: "table"; rows: readonly JsonObject[]; columns: string[] }
  | { kind: "files"; files: FileValue[] };

/** Rows that are looked at to find the columns. */
const SAMPLE = 100;
/** More columns are read as JSON. */
const MOST_COLUMNS = 60;
const MOST_FILES = 50;
/** Characters that are looked at to see whether a text has marks. */
const TEXT_SAMPLE = 4_000;
const MARKS = [
  /^#{1,6} \S/m,
  /^```/m,
  /^\|.+\|[ \t]*\n\|[ :|-]+\|/m,
  /\*\*[^\s*][^*\n]{0,200}\*\*/,
  /\[[^[\]\n]{1,200}\]\((?:https?:|\/)/,
  /^ {0,3}(?:[-*+]|\d{1,3}[.)]) \S.*\n(?: {0,3}(?:[-*+]|\d{1,3}[.)]) |\n)/m,
];

function shapeOf(value: Json): ValueShape {
  if (typeof value === "string") {
    const file = fileOf(value);
    if (file) return { kind: "files", files: [file] };
    return { kind: isMarkdown(value) ? "markdown" : "json" };
  }
  if (Array.isArray(value)) return shapeOfList(value);
  const file = fileOf(value);
  return file ? { kind: "files", files: [file] } : { kind: "json" };
}

function shapeOfList(items: Json[]): ValueShape {
  const sample = items.slice(0, SAMPLE);
  const files = sample.length > MOST_FILES ? [] : sample.flatMap((item) => fileOf(item) ?? []);
  if (files.length > 0 && files.length === items.length) return { kind: "files", files };
  const columns = new Set<string>();
  let filled = 0;
  for (const item of sample) {
    if (!isRecord(item)) return { kind: "json" };
    for (const name of Object.keys(item)) columns.add(name);
    filled += Object.keys(item).length;
    if (columns.size > MOST_COLUMNS) return { kind: "json" };
  }
  // Rows that share little are no table.
  if (columns.size === 0 || filled < (sample.length * columns.size) / 3) return { kind: "json" };
  return { kind: "table", rows: items.filter((item) => isRecord(item)), columns: [...columns] };
}

/** True for words that people read, false for code and data. */
function isProse(value: Json): boolean {
  return typeof value === "string" && !/^\s*[[{<]/.test(value);
}

function isMarkdown(text: string): boolean {
  const start = text.slice(0, TEXT_SAMPLE);
  return isProse(start) && MARKS.some((mark) => mark.test(start));
}
