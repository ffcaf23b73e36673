/** Controls for JSON as text. */

import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import { CodeEditor } from "@/components/code-editor";
import { TemplateEditor } from "@/components/template-editor/template-editor";
import { readSchema } from "@/document/form-schema";
import type { ControlProps } from "../control";
import { useJsonText } from "../use-json-text";

export function JsonControl({ value, onChange, label, invalid, context, ...field }: ControlProps<Json>) {
  const { text, isBroken, repeated, edit } = useJsonText(value, onChange, emptyOf(field));
  return (
    <>
      <CodeEditor
        label={label}
        value={text}
        language="json"
        minLines={4}
        readOnly={context.readOnly}
        invalid={invalid}
        onChange={edit}
      />
      {isBroken && <NotYetJson repeated={repeated} />}
    </>
  );
}

/** JSON in which every text is a template. */
export function JsonTemplateControl(props: ControlProps<Json>) {
  const { id, value, onChange, label, placeholder, context, invalid, describedBy } = props;
  const { text, isBroken, repeated, edit } = useJsonText(value, onChange, emptyOf(props));
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
        invalid={invalid}
        describedBy={describedBy}
        onChange={edit}
      />
      {isBroken && <NotYetJson repeated={repeated} />}
    </>
  );
}

/** Value of an empty field: its default, unless it may be null. */
const emptyOf = ({ schema, isNullable }: Pick<ControlProps, "schema" | "isNullable">): Json =>
  (isNullable ? null : readSchema(schema).default) ?? null;

function NotYetJson({ repeated: name }: { repeated: string | undefined }) {
  const { t } = useTranslation("schema-form");
  const { t: common } = useTranslation("common");
  const hint = name === undefined ? t("notYetJson") : common("repeatedName", { name });
  return <p className="fl-field-hint">{hint}</p>;
}
