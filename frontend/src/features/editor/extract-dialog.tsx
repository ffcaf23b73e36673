/** Makes a workflow of the selected nodes: its name, and the interface that follows from their references. */

import { Modal, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { WorkflowSummary } from "@/api/types";
import { useEditor } from "@/commands/editor-context";
import { LABELS } from "@/commands/labels";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { notifyDone } from "@/components/notify";
import type { ExtractFault } from "@/document/extract-fault";
import { type Extraction, partOf, planExtraction } from "@/document/extract-workflow";
import { useUi } from "@/stores/ui-store";
import classes from "./editor.module.css";

export function ExtractDialog({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("editor");
  const editor = useEditor();
  // The dialog is about what was selected when it opened.
  const [keys] = useState(() => useUi.getState().selection);
  const [suggestion] = useState(() => {
    const { level } = partOf(editor.document.getState(), editor.types, keys);
    const [only, ...others] = level;
    return only && others.length === 0 ? only.name : t("extract.suggestion", { name: workflow.name });
  });
  const plan = (name: string) =>
    planExtraction(editor.document.getState(), editor.types, keys, { name, language: editor.language });
  const [first] = useState(() => plan(suggestion));
  const close = () => {
    useUi.getState().set({ dialog: null });
    editor.canvas.focus();
  };
  return (
    <Modal opened onClose={close} title={t("extract.title")} size={480} returnFocus={false}>
      {first?.fault ? (
        <Fault fault={first.fault} />
      ) : (
        first && (
          <ExtractForm suggestion={suggestion} extraction={first.extraction} plan={plan} onClose={close} />
        )
      )}
    </Modal>
  );
}

function Fault({ fault }: { fault: ExtractFault }) {
  const { t } = useTranslation("editor");
  return (
    <p className={classes.about} role="alert">
      {t(`extract.fault.${fault.code}`, { name: fault.name })}
    </p>
  );
}

type FormProps = {
  suggestion: string;
  extraction: Extraction;
  plan: (name: string) => ReturnType<typeof planExtraction>;
  onClose: () => void;
};

function ExtractForm({ suggestion, extraction, plan, onClose }: FormProps) {
  const { t } = useTranslation("editor");
  const editor = useEditor();
  const client = useQueryClient();
  const [name, setName] = useState(suggestion);
  const extract = useMutation({
    mutationFn: () => api.workflows.create({ name: name.trim(), document: extraction.graph }),
    onSuccess: ({ slug }) => {
      void client.invalidateQueries({ queryKey: queryKeys.allWorkflows });
      // Others may have edited the graph meanwhile.
      const again = plan(name.trim());
      const now = again?.fault === null ? again.extraction : null;
      if (now && editor.document.getState().applyChanges(now.replace(slug), { label: LABELS.extract })) {
        useUi.getState().select([now.key]);
        notifyDone(t("extract.done", { name: name.trim() }));
      }
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && !extract.isPending) extract.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <p className={classes.about}>{t("extract.about")}</p>
      <FormError error={extract.error} />
      <TextInput
        label={t("extract.name")}
        value={name}
        maxLength={120}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Names title={t("extract.inputs")} names={extraction.inputs} none={t("extract.noInputs")} />
      <Names title={t("extract.outputs")} names={extraction.outputs} none={t("extract.noOutputs")} />
      <FormButtons submit="create" loading={extract.isPending} onCancel={onClose} mt="lg" />
    </form>
  );
}

function Names({ title, names, none }: { title: string; names: readonly string[]; none: string }) {
  return (
    <section className={classes.names} aria-label={title}>
      <h3>{title}</h3>
      {names.length === 0 ? <p>{none}</p> : names.map((name) => <code key={name}>{name}</code>)}
    </section>
  );
}
