import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTemplates } from "@/api/queries";
import { FormButtons } from "@/components/form-buttons";
import { StarterCard } from "@/features/workflows/starter-card";
import { useCreateWorkflow } from "@/features/workflows/use-create-workflow";
import classes from "@/features/workflows/workflows.module.css";
import { useLocalText } from "@/i18n/local-text";

export function NewWorkflowForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("workflows");
  const local = useLocalText();
  const templates = useTemplates();
  const create = useCreateWorkflow();
  const [templateId, setTemplateId] = useState<string | null>(null);
  const [name, setName] = useState("");
  const template = templates.data?.find(({ id }) => id === templateId);
  const suggestion = template ? local(template.name) : t("new.defaultName");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name: name.trim() || suggestion, ...(templateId ? { template: templateId } : {}) });
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        label={t("new.name")}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        placeholder={suggestion}
        maxLength={200}
        data-autofocus
      />
      <fieldset className={classes.choices}>
        <legend>{t("new.start")}</legend>
        <div className={classes.starters}>
          <StarterCard
            title={t("first.blank.title")}
            text={t("first.blank.text")}
            disabled={create.isPending}
            selected={templateId === null}
            onChoose={() => setTemplateId(null)}
          />
          {templates.data?.map((choice) => (
            <StarterCard
              key={choice.id}
              title={local(choice.name)}
              text={local(choice.description)}
              nodeTypes={choice.node_types}
              disabled={create.isPending}
              selected={templateId === choice.id}
              onChoose={() => setTemplateId(choice.id)}
            />
          ))}
        </div>
      </fieldset>
      <FormButtons submit="create" loading={create.isPending} onCancel={onClose} mt="lg" />
    </form>
  );
}
