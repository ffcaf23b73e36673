import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorsByField } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import type { WorkflowTemplate } from "@/api/types";
import { Form } from "@/components/form";
import { FormButtons } from "@/components/form-buttons";
import { useCreateWorkflow, useEmptyWorkflow } from "@/components/starter-card/use-create-workflow";
import { Gallery } from "@/features/workflows/gallery";
import classes from "@/features/workflows/workflows.module.css";
import { useLocalText } from "@/i18n/local-text";

export function NewWorkflowForm({ folder, onClose }: { folder: string; onClose: () => void }) {
  const { t } = useTranslation("workflows");
  const local = useLocalText();
  const create = useCreateWorkflow();
  const empty = useEmptyWorkflow();
  const [template, setTemplate] = useState<WorkflowTemplate | null>(null);
  const [name, setName] = useState("");
  const start = template ? { name: local(template.name), template: template.id } : empty;

  const submit = () => {
    create.mutate({
      ...start,
      ...(name.trim() && { name: name.trim() }),
      ...(folder && { folder }),
    });
  };
  return (
    <Form onSubmit={submit}>
      <TextInput
        label={t("new.name")}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        placeholder={template ? start.name : t("new.namedLater")}
        error={errorsByField(create.error).name}
        maxLength={limits.WorkflowCreate.name}
        // It may come later than the dialog around it.
        autoFocus
        data-autofocus
      />
      <fieldset className={classes.choices}>
        <legend>{t("new.start")}</legend>
        <Gallery selected={template} disabled={create.isPending} onChoose={setTemplate} />
      </fieldset>
      <FormButtons submit="create" loading={create.isPending} onCancel={onClose} mt="lg" />
    </Form>
  );
}
