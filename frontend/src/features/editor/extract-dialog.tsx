/** Makes a workflow of the selected nodes: its name, and the interface that follows from their references. */

import { Modal, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import * as limits from "@/api/limits.gen";
import type { WorkflowSummary } from "@/api/types";
import { WORKFLOW_LISTS } from "@/api/workflows";
import { useEditor } from "@/commands/editor-context";
import { LABELS } from "@/commands/labels";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { notifyDone } from "@/components/notify";
import { useSave } from "@/components/use-save";
import { partOf } from "@/document/chosen-part";
import type { ExtractFault } from "@/document/extract-fault";
import { type Extraction, planExtraction } from "@/document/extract-workflow";
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
  const close = () => useUi.getState().set({ dialog: null });
  return (
    <Modal opened onClose={close} title={t("extract.title")} size={480}>
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
  const refresh = useRefresh();
  const [name, setName] = useState(suggestion);
  const extract = useSave(
    async () => {
      const created = await ask("post", "/api/workflows/", {
        body: { name: name.trim(), document: extraction.graph },
      });
      // Others may have edited the graph meanwhile: then no node would run the new workflow.
      if (replaceBy(created.slug)) return;
      editor.notify({ key: "editor:extract.changed" });
      await ask("delete", "/api/workflows/{workflow_id}/", at({ workflow_id: created.id }));
    },
    { inPlace: true, onSuccess: onClose, onSettled: () => void refresh(...WORKFLOW_LISTS) },
  );
  const replaceBy = (slug: string): boolean => {
    const now = plan(name.trim());
    if (now?.fault !== null) return false;
    const { key, replace } = now.extraction;
    if (!editor.document.getState().applyChanges(replace(slug), { label: LABELS.extract })) return false;
    useUi.getState().select([key]);
    notifyDone(t("extract.done", { name: name.trim() }));
    return true;
  };
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
        maxLength={limits.WorkflowCreate.name}
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
