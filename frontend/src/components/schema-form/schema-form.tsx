/** A form drawn from a schema of the server. */

import { withTheme } from "@rjsf/core";
import { Theme } from "@rjsf/mantine";
import { ErrorSchemaBuilder } from "@rjsf/utils";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ControlField } from "./control-field";
import { CONTROL_NAMES } from "./control-names";
import { GroupedObject } from "./grouped-object";
import { lenientValidator } from "./lenient-validator";
import { translateString } from "./library-texts";
import { LineInput } from "./line-input";
import { NestedForm, type SchemaFormProps } from "./nested-form";
import { prepareSchema } from "./prepare-schema";

/** Each control tells its own errors; the theme would put a hidden copy beside them. */
const NoErrorCopy = () => null;

const ThemedForm = withTheme({
  ...Theme,
  templates: {
    ...Theme.templates,
    BaseInputTemplate: LineInput,
    ObjectFieldTemplate: GroupedObject,
    FieldErrorTemplate: NoErrorCopy,
  },
  fields: Object.fromEntries(CONTROL_NAMES.map((name) => [name, ControlField])),
});

export function SchemaForm({ schema, value, onChange, errors, context, onBlur }: SchemaFormProps) {
  const { i18n } = useTranslation();
  const prepared = useMemo(() => prepareSchema(schema, i18n.language), [schema, i18n.language]);
  const formContext = useMemo(
    () => ({ ...context, values: value, groups: prepared.groups }),
    [context, value, prepared],
  );
  const extraErrors = useMemo(() => {
    const built = new ErrorSchemaBuilder();
    for (const [field, messages] of Object.entries(errors)) built.addErrors(messages, [field]);
    return built.ErrorSchema;
  }, [errors]);
  return (
    <NestedForm value={SchemaForm}>
      <ThemedForm
        tagName="div"
        schema={prepared.schema}
        uiSchema={prepared.uiSchema}
        formData={value}
        formContext={formContext}
        extraErrors={extraErrors}
        validator={lenientValidator}
        noValidate
        noHtml5Validate
        showErrorList={false}
        translateString={translateString}
        disabled={context.readOnly}
        onBlur={onBlur ? () => onBlur() : undefined}
        // Without an id nobody typed: the form only filled in defaults to show them, and looking is not an edit.
        onChange={({ formData }, id) => id !== undefined && onChange(formData)}
      />
    </NestedForm>
  );
}
