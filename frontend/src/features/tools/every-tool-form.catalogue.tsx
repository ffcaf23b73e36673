/**
 * Draws the form of every type of tool that the server knows. The back end's tests run this with the live catalogue in
 * the file that FLOWLOOM_TOOL_TYPES names, one test a type.
 */

import { readFileSync } from "node:fs";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, waitFor } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject, ToolType } from "@/api/types";
import { isControlName } from "@/components/schema-form/control-names";
import { preloadControls } from "@/components/schema-form/controls/controls";
import { EMPTY_CONTEXT } from "@/components/schema-form/form-context";
import { isShown } from "@/components/schema-form/form-fields";
import { SchemaForm } from "@/components/schema-form/schema-form";
import { type FormSchema, fieldsOf } from "@/document/form-schema";
import { changeLanguage } from "@/i18n";

type Field = { name: string; field: FormSchema };
type Shown = { values: JsonObject; fields: Field[] };

const OPERABLE = "input, textarea, select, button, [contenteditable='true']";
const TYPES: ToolType[] = JSON.parse(readFileSync(process.env.FLOWLOOM_TOOL_TYPES ?? "", "utf8"));

/** Every field that people see, with settings under which they see it; those of equal settings are in one form. */
function shownFields({ config_schema, default_config }: ToolType): Shown[] {
  const forms = new Map<string, Shown>();
  for (const [name, field] of Object.entries(fieldsOf(config_schema))) {
    if (field["x-widget"] === "hidden") continue;
    const wanted = Object.entries(field["x-show-if"] ?? {}).map(([other, [one = null]]) => [other, one]);
    const values = { ...default_config, ...Object.fromEntries(wanted) };
    const form: Shown = forms.get(JSON.stringify(values)) ?? { values, fields: [] };
    forms.set(JSON.stringify(values), form);
    form.fields.push({ name, field });
  }
  return [...forms.values()];
}

function draw(type: ToolType, value: JsonObject): HTMLElement {
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <SchemaForm
          schema={type.config_schema}
          value={value}
          onChange={() => {}}
          errors={{}}
          context={EMPTY_CONTEXT}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return container;
}

// In a folded group they are fetched when it is unfolded.
beforeAll(preloadControls);

describe.each(TYPES.filter(({ kind }) => kind === "configured"))("$type", (type) => {
  it.each(["en", "zh"] as const)("in %s", async (language) => {
    await changeLanguage(language);
    for (const { values, fields } of shownFields(type)) {
      const form = draw(type, values);
      for (const { name, field } of fields) {
        const widget = field["x-widget"];
        expect(widget === undefined || isControlName(widget), `${name}: ${widget}`).toBe(true);
        expect(isShown(field, values), `${name} can be seen`).toBe(true);
        const drawn = () => form.querySelector(`[data-field="${name}"]`);
        await waitFor(() =>
          expect(drawn()?.querySelector(OPERABLE), `${name} can be filled in`).toBeTruthy(),
        );
        const text = drawn()?.textContent ?? "";
        const words = language === "en" ? field : field["x-translations"]?.[language];
        expect(text, name).toContain(words?.title ?? "no title");
        expect(text, name).toContain(words?.description ?? "");
      }
      expect(form.textContent).not.toMatch(/unsupported|unknown field/i);
      cleanup();
    }
  });
});
