/** A field for files: dropped or chosen, uploaded with progress, or kept by whoever sends them with a form. */

import { Button, FileButton, Input, Progress } from "@mantine/core";
import { type DragEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import { uploadFile } from "@/api/upload";
import { droppedFiles } from "@/components/dropped-files";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { useErrorText } from "@/components/use-error-text";
import { fileOf } from "@/components/value-view/file-value";
import { currentLanguage } from "@/i18n";
import { formatBytes } from "@/i18n/format";
import classes from "./file-field.module.css";
import type { StartField } from "./start-fields";

type Props = {
  field: StartField;
  value: Json | undefined;
  error: string | undefined;
  size: "xs" | "md";
  onChange: (value: Json | undefined) => void;
  /** Takes the files themselves, where they are sent later; else they are uploaded at once. */
  onFiles?: ((files: File[]) => void) | undefined;
};

export function FileField({ field, value, error, size, onChange, onFiles }: Props) {
  const { t } = useTranslation("common");
  const [isOver, setOver] = useState(false);
  const [held, setHeld] = useState<readonly File[]>([]);
  const uploads = useUploads();
  const isMany = field.kind === "files";
  const stored = (
    Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  ) as Json[];
  const shown = onFiles ? held.map(({ name, size: bytes }) => ({ name, size: bytes })) : stored.map(shownOf);
  const hold = (files: readonly File[]) => {
    setHeld(files);
    onFiles?.([...files]);
    onChange(files.length === 0 ? undefined : files.map(({ name }) => name));
  };
  const store = (values: Json[]) =>
    onChange(values.length === 0 ? undefined : isMany ? values : values[values.length - 1]);
  const take = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const taken = isMany ? files : files.slice(0, 1);
    if (onFiles) hold(isMany ? [...held, ...taken] : taken);
    else store([...(isMany ? stored : []), ...(await uploads.send(taken))]);
  };
  const remove = (at: number) => {
    if (onFiles) hold(held.filter((_, index) => index !== at));
    else store(stored.filter((_, index) => index !== at));
  };
  return (
    <Input.Wrapper
      label={field.title}
      description={field.description || undefined}
      withAsterisk={field.required}
      error={error ?? uploads.error}
      size={size}
    >
      <section
        className={classes.zone}
        data-over={isOver || undefined}
        aria-label={field.title}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event: DragEvent) => {
          event.preventDefault();
          setOver(false);
          void take(droppedFiles(event.dataTransfer));
        }}
      >
        {shown.map(({ name, size: bytes }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: files have no other identity, and may be the same
          <p key={at} className={classes.file}>
            <Icon name="file-text" size={16} />
            <span className={classes.name}>{name}</span>
            {bytes !== null && <span className={classes.size}>{formatBytes(bytes, currentLanguage())}</span>}
            <IconButton
              icon="x"
              iconSize={14}
              size="sm"
              label={t("fileField.remove", { name })}
              onClick={() => remove(at)}
            />
          </p>
        ))}
        {uploads.part !== null && (
          <Progress value={uploads.part * 100} size="sm" aria-label={t("fileField.uploading")} />
        )}
        {(isMany || shown.length === 0) && (
          <p className={classes.choose}>
            <FileButton
              multiple={isMany}
              accept={field.accept.join(",")}
              onChange={(files) => void take(listOf(files))}
            >
              {(props) => (
                <Button
                  {...props}
                  size={size}
                  variant="default"
                  loading={uploads.part !== null}
                  leftSection={<Icon name="paperclip" size={15} />}
                >
                  {t(isMany ? "fileField.chooseMany" : "fileField.choose")}
                </Button>
              )}
            </FileButton>
            <span>{t("fileField.drop")}</span>
          </p>
        )}
      </section>
    </Input.Wrapper>
  );
}

function useUploads() {
  const errorText = useErrorText();
  const [part, setPart] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const send = async (files: readonly File[]) => {
    const values: Json[] = [];
    setError(undefined);
    try {
      for (const [at, file] of files.entries()) {
        setPart(at / files.length);
        values.push(await uploadFile(file, (sent) => setPart((at + sent) / files.length)));
      }
    } catch (failure) {
      setError(errorText(failure).text || errorText(failure).title);
    }
    setPart(null);
    return values;
  };
  return { part, error, send };
}

function listOf(files: File | File[] | null): File[] {
  return files === null ? [] : Array.isArray(files) ? files : [files];
}

function shownOf(value: Json): { name: string; size: number | null } {
  const file = fileOf(value);
  return file ? { name: file.name, size: file.size } : { name: String(value), size: null };
}
