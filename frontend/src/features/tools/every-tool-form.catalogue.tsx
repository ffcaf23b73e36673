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

type Shown = { name: string; field: FormSchema; values: JsonObject };

const OPERABLE = "input, textarea, select, button, [contenteditable='true']";
const TYPES: ToolType[] = JSON.parse(readFileSync(process.env.FLOWLOOM_TOOL_TYPES ?? "", "utf8"));

/** Every field that people see, with settings under which they see it. */
function shownFields({ config_schema, default_config }: ToolType): Shown[] {
  return Object.entries(fieldsOf(config_schema))
    .filter(([, field]) => field["x-widget"] !== "hidden")
    .map(([name, field]) => {
      const wanted = Object.entries(field["x-show-if"] ?? {}).map(([other, [one = null]]) => [other, one]);
      return { name, field, values: { ...default_config, ...Object.fromEntries(wanted) } };
    });
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
    for (const { name, field, values } of shownFields(type)) {
      const widget = field["x-widget"];
      expect(widget === undefined || isControlName(widget), `${name}: ${widget}`).toBe(true);
      expect(isShown(field, values), `${name} can be seen`).toBe(true);
      const form = draw(type, values);
      await waitFor(() =>
        expect(
          form.querySelector(`[data-field="${name}"]`)?.querySelector(OPERABLE),
          `${name} can be filled in`,
        ).toBeTruthy(),
      );
      const text = form.querySelector(`[data-field="${name}"]`)?.textContent ?? "";
      const words = language === "en" ? field : field["x-translations"]?.[language];
      expect(text, name).toContain(words?.title ?? "no title");
      expect(text, name).toContain(words?.description ?? "");
      expect(form.textContent).not.toMatch(/unsupported|unknown field/i);
      cleanup();
    }
  });
});
