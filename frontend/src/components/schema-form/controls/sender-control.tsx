/** Sender of a webhook's requests, and its settings; its secrets are not part of the form. */

import { useWebhookSenders } from "@/api/triggers";
import { IconSelect } from "@/components/icon-select";
import { objectOf } from "@/document/config";
import { fieldsOf } from "@/document/form-schema";
import { useLocalText } from "@/i18n/local-text";
import { serviceIcon } from "@/lib/service-logos";
import { type ControlProps, inputProps } from "../control";
import { useNestedForm } from "../nested-form";
import classes from "../schema-form.module.css";

const SETTINGS = "senderSettings";
const NO_ERRORS = {};

export function SenderControl({ value, onChange, changeSibling, label, ...props }: ControlProps<string>) {
  const local = useLocalText();
  const SchemaForm = useNestedForm();
  const senders = useWebhookSenders().data ?? [];
  const chosen = senders.find(({ id }) => id === (value ?? "none"));
  return (
    <>
      <IconSelect
        {...inputProps(props)}
        allowDeselect={false}
        searchable
        iconOf={(id) => serviceIcon(id, "webhook")}
        value={value ?? "none"}
        data={senders.map(({ id, title }) => ({ value: id, label: local(title) }))}
        onChange={(next) => {
          if (next === null) return;
          onChange(next);
          // What was set is of the other sender.
          changeSibling(SETTINGS, {});
        }}
      />
      {chosen && Object.keys(fieldsOf(chosen.settings_schema)).length > 0 && (
        <fieldset className={classes.nested} aria-label={label}>
          <SchemaForm
            schema={chosen.settings_schema}
            value={objectOf(props.context.values[SETTINGS])}
            onChange={(next) => changeSibling(SETTINGS, next)}
            errors={NO_ERRORS}
            context={props.context}
          />
        </fieldset>
      )}
    </>
  );
}
