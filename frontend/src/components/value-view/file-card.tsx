/** A file: what it is, a preview when it is a picture, and a way to keep it. */

import { ActionIcon, Anchor, Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useAddressForReader } from "@/components/files-address";
import { Icon } from "@/components/icon";
import { currentLanguage } from "@/i18n";
import { formatBytes } from "@/i18n/format";
import classes from "./file-card.module.css";
import { FilePreview } from "./file-preview";
import type { FileValue } from "./file-value";

const OFFICE = "application/vnd.openxmlformats-officedocument";
/** Types by ending; the server has verified the content. */
const PROMISED: Readonly<Record<string, string>> = {
  PDF: "application/pdf",
  PNG: "image/png",
  JPG: "image/jpeg",
  JPEG: "image/jpeg",
  GIF: "image/gif",
  WEBP: "image/webp",
  MP3: "audio/mpeg",
  WAV: "audio/wav",
  MP4: "video/mp4",
  ZIP: "application/zip",
  DOCX: `${OFFICE}.wordprocessingml.document`,
  XLSX: `${OFFICE}.spreadsheetml.sheet`,
  PPTX: `${OFFICE}.presentationml.presentation`,
  TXT: "text/plain",
  CSV: "text/csv",
};

/** Display name of the type: the ending, unless the content differs. */
function kindOf({ name, type }: FileValue): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? "";
  if (ending && (PROMISED[ending] ?? type) === type) return ending;
  return Object.keys(PROMISED).find((known) => PROMISED[known] === type) ?? type;
}

export function FileCard({ file: kept }: { file: FileValue }) {
  const { t } = useTranslation();
  const forReader = useAddressForReader();
  const file = { ...kept, href: forReader(kept.href) };
  const { type, size, href } = file;
  const name = file.name || t("value.file");
  const facts = [kindOf(file), size === null ? "" : formatBytes(size, currentLanguage())].filter(Boolean);
  const label = t("value.download", { name });
  return (
    <figure className={classes.file}>
      <FilePreview file={{ ...file, name }} />
      <figcaption className={classes.caption}>
        <Icon name={file.isPicture ? "photo" : "file-text"} size={16} />
        <span className={classes.name}>
          <strong>{name}</strong>
          <span>{facts.join(" · ")}</span>
        </span>
        {type === "application/pdf" && href.startsWith("/") && (
          <Anchor href={href} target="_blank" rel="noreferrer noopener" size="xs">
            {t("value.open")}
          </Anchor>
        )}
        <Tooltip label={label}>
          <ActionIcon component="a" href={href} download={name} aria-label={label}>
            <Icon name="download" size={16} />
          </ActionIcon>
        </Tooltip>
      </figcaption>
    </figure>
  );
}
