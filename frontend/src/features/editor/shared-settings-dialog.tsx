/** The settings that the selected nodes have in common: what is changed is written into all of them, as one step. */

import { Modal } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { JsonSchema, NodeDoc } from "@/api/types";
import { type Editor, useEditor } from "@/commands/editor-context";
import { FormButtons } from "@/components/form-buttons";
import { EMPTY_CONTEXT } from "@/components/schema-form/form-context";
import { SchemaForm } from "@/components/schema-form/schema-form";
import { fieldsOf, inLanguage } from "@/document/form-schema";
import { sharedOperations, sharedSchema, sharedValues } from "@/document/shared-settings";
import { useUi } from "@/stores/ui-store";
import classes from "./editor.module.css";

export function SharedSettingsDialog() {
  const { t } = useTranslation("editor");
  const editor = useEditor();
  // The form is about what was selected when it opened.
  const [nodes] = useState(() => selectedNodes(editor));
  const [schema] = useState(() => sharedSchema(nodes, editor.types));
  const close = () => useUi.getState().set({ dialog: null });
  return (
    <Modal
      opened={schema !== null}
      onClose={close}
      title={t("sharedSettings.title", { count: nodes.length })}
      size={520}
    >
      {schema && <SharedForm nodes={nodes} schema={schema} onClose={close} />}
    </Modal>
  );
}

type FormProps = { nodes: readonly NodeDoc[]; schema: JsonSchema; onClose: () => void };

function SharedForm({ nodes, schema, onClose }: FormProps) {
  const { t, i18n } = useTranslation("editor");
  const editor = useEditor();
  const [{ values: before, differing }] = useState(() => sharedValues(nodes, schema));
  const [values, setValues] = useState(before);
  const fields = fieldsOf(schema);
  const names = differing.flatMap((name) => {
    const field = fields[name];
    if (!field || field["x-widget"] === "hidden") return [];
    return [inLanguage(field, i18n.language).title ?? name];
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const state = editor.document.getState();
    const keys = nodes.map(({ key }) => key);
    const operations = sharedOperations(state, editor.types, keys, before, values);
    if (operations.length > 0) state.applyChanges(operations, { label: { key: "commands:edit.settings" } });
    onClose();
  };
  return (
    <form onSubmit={submit} noValidate>
      <p className={classes.about}>
        {t("sharedSettings.about")}
        {names.length > 0 &&
          ` ${t("sharedSettings.differing", { names: names.join(t("sharedSettings.comma")) })}`}
      </p>
      <SchemaForm schema={schema} value={values} onChange={setValues} errors={{}} context={EMPTY_CONTEXT} />
      <FormButtons submit="save" loading={false} onCancel={onClose} mt="lg" />
    </form>
  );
}

function selectedNodes(editor: Editor): NodeDoc[] {
  const { nodes } = editor.document.getState();
  return useUi.getState().selection.flatMap((key) => nodes[key] ?? []);
}
