/** Controls for prompts, other templates, and expressions. */

import { TemplateEditor } from "@/components/template-editor/template-editor";
import { TemplatePreview } from "@/components/template-editor/template-preview";
import type { ControlProps } from "../control";

export function TemplateControl(props: ControlProps<string>) {
  const { value, context } = props;
  return (
    <>
      <TemplateLineControl {...props} singleLine={false} />
      {context.preview && <TemplatePreview template={value ?? ""} preview={context.preview} />}
    </>
  );
}

export function TemplateLineControl({
  id,
  value,
  onChange,
  label,
  placeholder,
  context,
  invalid,
  describedBy,
  singleLine = true,
  language = "template",
}: ControlProps<string> & { singleLine?: boolean; language?: "template" | "expression" }) {
  return (
    <TemplateEditor
      id={id}
      label={label}
      value={value ?? ""}
      placeholder={placeholder}
      singleLine={singleLine}
      language={language}
      variables={context.variables}
      readOnly={context.readOnly}
      invalid={invalid}
      describedBy={describedBy}
      onChange={onChange}
    />
  );
}

/** A condition or another computation, in one line. */
export function ExpressionControl(props: ControlProps<string>) {
  return <TemplateLineControl {...props} language="expression" />;
}
