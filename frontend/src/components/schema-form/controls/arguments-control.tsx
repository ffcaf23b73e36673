/** The arguments of a tool node's call: a form of the function's own fields, or JSON. */

import { Button, Skeleton, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useToolFunction, useToolTypes } from "@/api/tools";
import type { JsonObject, JsonSchema, NodeTool } from "@/api/types";
import { nodeToolOf } from "@/document/config";
import { calledId, chosenTool } from "@/document/node-tool";
import { argumentsSchema, shownArguments, storedArguments } from "../arguments-schema";
import { MAX_FIELDS } from "../choose-control";
import type { ControlProps } from "../control";
import { useNestedForm } from "../nested-form";
import { JsonTemplateControl } from "./json-controls";

export function ArgumentsControl(props: ControlProps<JsonObject>) {
  const { value, onChange, context } = props;
  const { t } = useTranslation("schema-form");
  const SchemaForm = useNestedForm();
  const [asJson, setAsJson] = useState(false);
  const tool = chosenTool(nodeToolOf(context.values.tool)) ?? null;
  const { schema, isPending } = useArgumentsForm(tool);
  if (!tool) return <Hint text={t("arguments.noTool")} />;
  if (isPending) return <Skeleton height={36} />;
  const values = value ?? {};
  const count = Object.keys(schema?.properties ?? {}).length;
  const hasFields = schema && count > 0 && count <= MAX_FIELDS;
  if (schema && count === 0 && Object.keys(values).length === 0) return <Hint text={t("arguments.none")} />;
  return (
    <>
      {hasFields && !asJson ? (
        <SchemaForm
          schema={argumentsSchema(schema, values)}
          value={shownArguments(schema, values)}
          onChange={(shown) => onChange(storedArguments(schema, shown))}
          errors={{}}
          context={context}
        />
      ) : (
        <JsonTemplateControl {...props} />
      )}
      {hasFields && (
        <Button variant="subtle" size="compact-xs" mt={4} onClick={() => setAsJson(!asJson)}>
          {t(asJson ? "arguments.asForm" : "arguments.asJson")}
        </Button>
      )}
    </>
  );
}

function Hint({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}

/** The schema of what the tool is called with; none while nobody knows it. */
function useArgumentsForm(tool: NodeTool | null): { schema: JsonSchema | undefined; isPending: boolean } {
  const types = useToolTypes();
  const type = types.data?.find((candidate) => candidate.type === tool?.type);
  const id = tool && calledId(tool, type?.gives_functions === true);
  const found = useToolFunction(id ?? "", Boolean(id));
  if (id) return { schema: found.data?.input_schema, isPending: found.isPending };
  return { schema: tool?.toolConfig ? undefined : type?.parameters_schema, isPending: types.isPending };
}
