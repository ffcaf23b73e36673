import { Button, FileButton, Group, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { autosize } from "@/components/autosize";
import { droppedFiles } from "@/components/dropped-files";
import { Icon } from "@/components/icon";
import { SubmitButton } from "@/components/submit-button";
import classes from "./import.module.css";

const ACCEPT = ".csv,.tsv,.txt,.xlsx,.xlsm,text/csv";

type Props = { onFile: (file: File) => void; onCancel: () => void };

/** A file, chosen or dropped, or rows that are pasted. */
export function SourceStep({ onFile, onCancel }: Props) {
  const { t } = useTranslation("tables");
  const common = useTranslation().t;
  const [text, setText] = useState("");
  return (
    <form
      className={classes.step}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") onFile(pastedFile(text, t("import.pasted")));
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = droppedFiles(event.dataTransfer);
        if (file) onFile(file);
      }}
    >
      <Group gap="sm">
        <FileButton accept={ACCEPT} onChange={(file) => file && onFile(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="file-import" />}>
              {t("import.choose")}
            </Button>
          )}
        </FileButton>
        <span className={classes.help}>{t("import.kinds")}</span>
      </Group>
      <Textarea
        label={t("import.paste")}
        description={t("import.pasteHelp")}
        {...autosize(5, 12)}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {common("action.cancel")}
        </Button>
        <SubmitButton disabled={text.trim() === ""}>{t("import.show")}</SubmitButton>
      </Group>
    </form>
  );
}

export const pastedFile = (text: string, name: string) => new File([text], name, { type: "text/plain" });
