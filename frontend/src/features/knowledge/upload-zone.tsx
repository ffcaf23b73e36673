import { Button, FileButton } from "@mantine/core";
import { type DragEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ask, at, withParts } from "@/api/http";
import { droppedFiles } from "@/components/dropped-files";
import { Icon } from "@/components/icon";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import classes from "@/features/knowledge/knowledge.module.css";

const ACCEPT = ".pdf,.docx,.xlsx,.pptx,.eml,.html,.htm,.md,.markdown,.csv,.tsv,.txt";

/** Takes files by drag and drop or from a dialog, and sends them one after the other. */
export function UploadZone({ baseId }: { baseId: string }) {
  const { t } = useTranslation("knowledge");
  const { left, send } = useUpload(baseId);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send(droppedFiles(event.dataTransfer));
  };
  return (
    <section
      className={classes.zone}
      data-over={isOver || undefined}
      aria-label={t("upload")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p className={classes.meta}>{left > 0 ? t("uploading", { count: left }) : t("uploadHelp")}</p>
      <FileButton multiple accept={ACCEPT} onChange={(files) => void send(files)}>
        {(props) => (
          <Button {...props} size="xs" loading={left > 0} leftSection={<Icon name="file-import" size={15} />}>
            {t("upload")}
          </Button>
        )}
      </FileButton>
    </section>
  );
}

function useUpload(baseId: string) {
  const refresh = useRefresh();
  const errorText = useErrorText();
  const [left, setLeft] = useState(0);
  const send = async (files: File[]) => {
    setLeft((count) => count + files.length);
    for (const file of files) {
      try {
        await ask("post", "/api/knowledge-bases/{base_id}/documents/", {
          ...at({ base_id: baseId }),
          body: { file: file.name },
          ...withParts({ file }),
        });
      } catch (error) {
        const failure = errorText(error);
        notifyFailed({ ...failure, title: `${file.name}: ${failure.title}` });
      }
      setLeft((count) => count - 1);
      void refresh("/api/knowledge-bases/*");
    }
  };
  return { left, send };
}
