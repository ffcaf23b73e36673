/** Preview of a file, without running anything: pictures, sound, films, text, tables. */

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./file-card.module.css";
import type { FileValue } from "./file-value";

/** So much of a text is loaded, in bytes. */
const MOST_BYTES = 64 * 1024;
const MOST_ROWS = 50;

export function FilePreview({ file }: { file: FileValue }) {
  const [isBroken, setBroken] = useState(false);
  const { href, name, type } = file;
  // Only what the server keeps is asked for; a value may hold the content of anything else.
  const isStored = href.startsWith("/");
  if (file.isPicture && !isBroken)
    return (
      <a href={href} target="_blank" rel="noreferrer noopener" className={classes.preview}>
        <img src={href} alt={name} loading="lazy" onError={() => setBroken(true)} />
      </a>
    );
  if (!isStored) return null;
  if (type.startsWith("audio/"))
    return (
      // biome-ignore lint/a11y/useMediaCaption: nobody made captions for files of runs
      <audio className={classes.media} src={href} controls preload="none" />
    );
  if (type.startsWith("video/"))
    return (
      // biome-ignore lint/a11y/useMediaCaption: nobody made captions for files of runs
      <video className={classes.media} src={href} controls preload="none" />
    );
  if (type.startsWith("text/") || type === "application/json") return <TextPreview file={file} />;
  return null;
}

function TextPreview({ file }: { file: FileValue }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const start = useQuery({
    queryKey: ["file-start", file.href],
    queryFn: ({ signal }) => startOf(file.href, signal),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!isOpen)
    return (
      <Button className={classes.show} variant="subtle" size="xs" onClick={() => setOpen(true)}>
        {t("value.preview")}
      </Button>
    );
  if (start.isError) return <p className={classes.note}>{t("value.previewFailed")}</p>;
  if (start.data === undefined) return <p className={classes.note}>{t("loading")}</p>;
  const isCut = (file.size ?? 0) > MOST_BYTES;
  return (
    <>
      {file.type === "text/csv" ? (
        <Rows text={start.data} />
      ) : (
        <pre className={classes.text}>{start.data}</pre>
      )}
      {isCut && <p className={classes.note}>{t("value.previewCut")}</p>}
    </>
  );
}

function Rows({ text }: { text: string }) {
  // Rows and cells have no other identity than their place, and never move.
  const rows = rowsOf(text).map((cells, at) => ({
    at,
    cells: cells.map((cell, column) => ({ column, cell })),
  }));
  const [head, ...rest] = rows;
  return (
    <div className={classes.text}>
      <table>
        <thead>
          <tr>
            {head?.cells.map(({ column, cell }) => (
              <th key={column}>{cell}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rest.map(({ at, cells }) => (
            <tr key={at}>
              {cells.map(({ column, cell }) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

async function startOf(href: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(href, { signal, credentials: "same-origin" });
  if (!answer.ok || answer.body === null) throw new Error(String(answer.status));
  const reader = answer.body.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  while (length < MOST_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    pieces.push(value);
  }
  await reader.cancel();
  return decodedText(await new Blob(pieces).arrayBuffer()).slice(0, MOST_BYTES);
}

/** The text of bytes that may end within a character: UTF-8, UTF-16 by its mark, or as Chinese Excel writes it. */
export function decodedText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  const mark = [0xfffe, 0xfeff].indexOf(((first ?? 0) << 8) | (second ?? 0));
  if (mark >= 0) return new TextDecoder(mark === 0 ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

/** The first rows of a CSV text: fields in quotes may hold commas, quotes and line breaks; other quotes are text. */
export function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  const fields = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/y;
  for (let match = fields.exec(text); match !== null; match = fields.exec(text)) {
    rows[rows.length - 1]?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === "" || rows.length > MOST_ROWS) break;
    if (match[3] !== ",") rows.push([]);
  }
  return rows.filter((row) => row.some((cell) => cell !== ""));
}
