import { Button, FileButton } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type DragEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { knowledge, knowledgeKeys } from "@/api/knowledge";
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
  const queries = useQueryClient();
  const errorText = useErrorText();
  const [left, setLeft] = useState(0);
  const send = async (files: File[]) => {
    setLeft((count) => count + files.length);
    for (const file of files) {
      try {
        await knowledge.upload(baseId, file);
      } catch (error) {
        const failure = errorText(error);
        notifyFailed({ ...failure, title: `${file.name}: ${failure.title}` });
      }
      setLeft((count) => count - 1);
      void queries.invalidateQueries({ queryKey: knowledgeKeys.all });
    }
  };
  return { left, send };
}
