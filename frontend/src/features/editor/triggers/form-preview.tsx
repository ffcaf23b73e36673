/** A public form as its visitors see it; pressing a part edits it. */

import { useTranslation } from "react-i18next";
import type { JsonObject, NodeDoc } from "@/api/types";
import { useWorkflow } from "@/api/workflows";
import { FormSendButton } from "@/components/form-sheet/form-send-button";
import sheet from "@/components/form-sheet/form-sheet.module.css";
import { Markdown } from "@/components/markdown";
import { FieldsControl } from "@/components/schema-form/controls/fields-control";
import { objectsOf, textOf } from "@/document/config";
import { startKey } from "@/document/validate";
import { useDocument, useDocumentStore } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";

export function FormPreview({ node: { config } }: { node: NodeDoc }) {
  const { t } = useTranslation("triggers");
  const store = useDocumentStore();
  const readOnly = useDocument((state) => state.readOnly);
  const start = useDocument((state) => state.nodes[startKey(state) ?? ""]);
  const workflow = useWorkflow(useDocument((state) => state.workflowId)).data;
  if (!start) return null;
  const elsewhere = new Set(
    objectsOf(config.mapping).flatMap(({ name, value }) =>
      textOf(value).includes("trigger.fields") ? [] : [textOf(name)],
    ),
  );
  const write = (fields: JsonObject[] | null) =>
    store
      .getState()
      .applyChanges(
        [{ op: "update_node", key: start.key, changes: { config: { ...start.config, fields } } }],
        { label: { key: "commands:edit.settings" }, mergeKey: `config:${start.key}` },
      );
  return (
    <section className={sheet.card} aria-label={t("form.preview")}>
      <Part field="title" readOnly={readOnly}>
        <h3 className={sheet.title}>{textOf(config.title) || workflow?.name}</h3>
      </Part>
      {textOf(config.text) !== "" && (
        <Part field="text" readOnly={readOnly}>
          <Markdown text={textOf(config.text)} />
        </Part>
      )}
      <FieldsControl
        value={objectsOf(start.config.fields)}
        onChange={write}
        label={t("form.fields")}
        context={{ readOnly }}
        isAsked={(name) => !elsewhere.has(name)}
      />
      <Part field="button" readOnly={readOnly}>
        <FormSendButton label={textOf(config.button)} accent={textOf(config.accent)} />
      </Part>
    </section>
  );
}

type PartProps = { field: "title" | "text" | "button"; readOnly: boolean; children: React.ReactNode };

/** A text of the form; pressing it leads to its setting. */
function Part({ field, readOnly, children }: PartProps) {
  const { t } = useTranslation("triggers");
  return (
    <div className={sheet.place}>
      <div inert>{children}</div>
      {!readOnly && (
        <button
          type="button"
          className={sheet.edit}
          aria-label={t(`form.edit.${field}`)}
          onClick={() => useUi.getState().set({ focusField: field })}
        />
      )}
    </div>
  );
}
