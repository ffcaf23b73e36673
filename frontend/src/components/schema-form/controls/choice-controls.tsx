import { Autocomplete, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useKnowledgeBases } from "@/api/knowledge";
import { useSharedName } from "@/api/sharing";
import { useTables } from "@/api/tables";
import { useToolConfigs } from "@/api/tools";
import { useWebhookSenders } from "@/api/triggers";
import { useWorkflows } from "@/api/workflows";
import { IconSelect } from "@/components/icon-select";
import { ModelPicker } from "@/components/model-picker/model-picker";
import { objectOf, textOf } from "@/document/config";
import { fieldsOf } from "@/document/form-schema";
import { useLocalText } from "@/i18n/local-text";
import { serviceIcon } from "@/lib/service-logos";
import { type ControlProps, inputProps } from "../control";
import { useNestedForm } from "../nested-form";
import classes from "../schema-form.module.css";

/** Another workflow by its short name; those that can be seen are offered. */
export function WorkflowControl({ value, onChange, ...props }: ControlProps<string>) {
  const rows = useWorkflows().data?.pages[0]?.results ?? [];
  const names = new Map(rows.map(({ slug, name }) => [slug, name]));
  return (
    <Autocomplete
      {...inputProps(props)}
      value={value ?? ""}
      data={rows.map(({ slug }) => slug)}
      renderOption={({ option }) => `${names.get(option.value) ?? ""} (${option.value})`}
      limit={20}
      onChange={onChange}
    />
  );
}

type Stored = readonly { id: string; name: string }[] | undefined;

/** Stored things as options; a chosen one that the person cannot see stays an option. */
function useOptions(stored: Stored, chosen: string | null | undefined) {
  const { t } = useTranslation("schema-form");
  const sharedName = useSharedName();
  const options = (stored ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (chosen && stored && !options.some((option) => option.value === chosen))
    options.push({ value: chosen, label: sharedName(chosen) ?? t("missingCredential") });
  return options;
}

/** One of the tables that the person may use. */
export function DataTableControl({ value, onChange, ...props }: ControlProps<string>) {
  const { t } = useTranslation("schema-form");
  const options = useOptions(useTables().data, value);
  return (
    <Select
      {...inputProps(props)}
      data={options}
      value={value || null}
      placeholder={t("noTable")}
      nothingFoundMessage={t("noTables")}
      searchable={options.length > 6}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}

/** One of the knowledge bases that the person may search. */
export function KnowledgeBaseControl({ value, onChange, ...props }: ControlProps<string | null>) {
  const { t } = useTranslation("schema-form");
  const stored = useKnowledgeBases().data;
  // A profile or an imported workflow may name it by its short name.
  const chosen = stored?.find(({ id, slug }) => value === id || value === slug)?.id ?? value;
  const options = useOptions(stored, chosen);
  return (
    <Select
      {...inputProps(props)}
      data={options}
      value={chosen || null}
      placeholder={t("noKnowledgeBase")}
      nothingFoundMessage={t("noKnowledgeBases")}
      clearable
      searchable={options.length > 6}
      onChange={onChange}
    />
  );
}

const TOOL_TYPE = "code-runner";

/** Runs code in the sandbox, or in a configured code runner. */
export function CodeRunnerControl({ value, onChange, ...props }: ControlProps<string>) {
  const { t } = useTranslation("schema-form");
  const runners = useToolConfigs().data?.filter(({ type }) => type === TOOL_TYPE);
  const options = useOptions(runners, value);
  return (
    <Select
      {...inputProps(props)}
      data={[{ value: "", label: t("sandbox") }, ...options]}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}

const MODEL_FIELD = "model";

/** Provider and model of a node, which are two fields beside each other, as one picker. */
export function ModelControl({
  id,
  label,
  value,
  onChange,
  changeSibling,
  invalid,
  context,
}: ControlProps<string>) {
  return (
    <div data-field={MODEL_FIELD}>
      <ModelPicker
        id={id}
        label={label}
        value={{ provider: value ?? "", model: textOf(context.values[MODEL_FIELD]) }}
        readOnly={context.readOnly}
        invalid={invalid}
        onChange={({ provider, model }) => {
          onChange(provider);
          changeSibling(MODEL_FIELD, model);
        }}
      />
    </div>
  );
}

const SETTINGS = "senderSettings";
const NO_ERRORS = {};

/** Sender of a webhook's requests, and its settings; its secrets are not part of the form. */
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
