/** Controls for JSON as text. */

import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import { CodeEditor } from "@/components/code-editor";
import { TemplateEditor } from "@/components/template-editor/template-editor";
import type { ControlProps } from "../control";
import { useJsonText } from "../use-json-text";

export function JsonControl({ value, onChange, label, context }: ControlProps<Json>) {
  const { text, isBroken, edit } = useJsonText(value, onChange);
  return (
    <>
      <CodeEditor
        label={label}
        value={text}
        language="json"
        minLines={4}
        readOnly={context.readOnly}
        onChange={edit}
      />
      {isBroken && <NotYetJson />}
    </>
  );
}

/** JSON in which every text is a template. */
export function JsonTemplateControl(props: ControlProps<Json>) {
  const { id, value, onChange, label, placeholder, context } = props;
  const { text, isBroken, edit } = useJsonText(value, onChange);
  return (
    <>
      <TemplateEditor
        id={id}
        label={label}
        value={text}
        placeholder={placeholder}
        language="json"
        variables={context.variables}
        readOnly={context.readOnly}
        onChange={edit}
      />
      {isBroken && <NotYetJson />}
    </>
  );
}

function NotYetJson() {
  const { t } = useTranslation("schema-form");
  return <p className="fl-field-hint">{t("notYetJson")}</p>;
}
