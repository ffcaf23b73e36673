/** Controls for prompts and JSON. */

import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CodeEditor } from "@/components/code-editor";
import { TemplateEditor } from "@/features/variables/template-editor";
import { TemplatePreview } from "@/features/variables/template-preview";
import type { ControlProps } from "../control";

export function TemplateControl({ id, value, onChange, label, placeholder, context }: ControlProps<string>) {
  return (
    <>
      <TemplateEditor
        id={id}
        label={label}
        value={value ?? ""}
        placeholder={placeholder}
        variables={context.variables}
        readOnly={context.readOnly}
        onChange={onChange}
      />
      {context.preview && <TemplatePreview template={value ?? ""} preview={context.preview} />}
    </>
  );
}

/** A condition or another computation, in one line. */
export function ExpressionControl({
  id,
  value,
  onChange,
  label,
  placeholder,
  context,
}: ControlProps<string>) {
  return (
    <TemplateEditor
      id={id}
      label={label}
      value={value ?? ""}
      placeholder={placeholder}
      singleLine
      language="expression"
      variables={context.variables}
      readOnly={context.readOnly}
      onChange={onChange}
    />
  );
}

export function TemplateLineControl({
  id,
  value,
  onChange,
  label,
  placeholder,
  context,
}: ControlProps<string>) {
  return (
    <TemplateEditor
      id={id}
      label={label}
      value={value ?? ""}
      placeholder={placeholder}
      singleLine
      variables={context.variables}
      readOnly={context.readOnly}
      onChange={onChange}
    />
  );
}

/** JSON as text: kept as typed while it does not parse, handed on when it does. */
export function JsonControl({ value, onChange, label, context }: ControlProps) {
  const { t } = useTranslation("schema-form");
  const [draft, setDraft] = useState(() =>
    value === null || value === undefined ? "" : JSON.stringify(value, null, 2),
  );
  const [broken, setBroken] = useState(false);
  const edit = (text: string) => {
    setDraft(text);
    if (text.trim() === "") {
      setBroken(false);
      onChange(null);
      return;
    }
    try {
      onChange(JSON.parse(text));
      setBroken(false);
    } catch {
      setBroken(true);
    }
  };
  return (
    <>
      <CodeEditor
        label={label}
        value={draft}
        language="json"
        minLines={4}
        readOnly={context.readOnly}
        onChange={edit}
      />
      {broken && <p className="fl-field-hint">{t("notYetJson")}</p>}
    </>
  );
}
