import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@/api/types";
import { createQueryClient } from "@/app/query-client";
import { startI18n } from "@/i18n";
import { serve } from "@/test/server";
import { CodeControl } from "./controls/code-control";
import { EMPTY_CONTEXT } from "./form-context";
import { SchemaForm } from "./schema-form";
import { codeCheckOf } from "./use-code-findings";

const FOUND = {
  line: 2,
  column: 1,
  code: "unknown_name",
  severity: "error",
  message: { en: "nobody is not defined.", zh: "nobody 未定义。" },
};
const CHECK = "POST /api/tools/code-check/";

function show(
  code: string,
  {
    values = {},
    readOnly = false,
    language = "python",
  }: { values?: JsonObject; readOnly?: boolean; language?: string } = {},
) {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <MantineProvider env="test">
        <CodeControl
          id="script"
          name="script"
          value={code}
          onChange={() => undefined}
          changeSibling={() => undefined}
          schema={{ "x-language": language }}
          label="Script"
          placeholder=""
          isNullable={false}
          isRequired={false}
          describedBy=""
          invalid={false}
          context={{ ...EMPTY_CONTEXT, values, readOnly }}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

beforeAll(() => startI18n("en"));

describe("CodeControl", () => {
  it("shows what is wrong beside the line, under the word, and in words", async () => {
    serve({ [CHECK]: () => ({ findings: [FOUND] }) });
    const { container } = show("x = 1\nnobody(x)");
    expect(await screen.findByText("Line 2: nobody is not defined.")).toBeTruthy();
    await waitFor(() =>
      expect(container.querySelector(".cm-line:nth-of-type(2) .cm-lintRange-error")?.textContent).toBe(
        "nobody",
      ),
    );
    expect(container.querySelector(".cm-lint-marker-error")).toBeTruthy();
  });

  it("tells what is only worth a look from what must be mended", async () => {
    serve({ [CHECK]: () => ({ findings: [{ ...FOUND, severity: "warning" }] }) });
    const { container } = show("x = 1\nnobody(x)");
    expect(await screen.findByText("Line 2, warning: nobody is not defined.")).toBeTruthy();
    await waitFor(() => expect(container.querySelector(".cm-lintRange-warning")).toBeTruthy());
  });

  it.each(["sql", "json"])("does not look through %s as if it were Python", async (language) => {
    const asked = serve({ [CHECK]: () => ({ findings: [FOUND] }) });
    show("SELECT name FROM cities", { language });
    show("nobody(1)");
    expect(await screen.findByText("Line 2: nobody is not defined.")).toBeTruthy();
    expect(asked.map(({ body }) => (body as JsonObject).code)).toEqual(["nobody(1)"]);
  });

  it.each([
    ["error", 1],
    ["warning", 2],
  ])("shows once what the server says of the same %s", async (severity, count) => {
    serve({ [CHECK]: () => ({ findings: [{ ...FOUND, severity }] }) });
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MantineProvider env="test">
          <SchemaForm
            schema={{
              type: "object",
              properties: { script: { type: "string", "x-widget": "code", "x-language": "python" } },
            }}
            value={{ script: "x = 1\nnobody(x)" }}
            onChange={() => undefined}
            errors={{ script: ["Line 2: nobody is not defined."] }}
            context={EMPTY_CONTEXT}
          />
        </MantineProvider>
      </QueryClientProvider>,
    );
    await screen.findByText(/^Line 2(, warning)?: nobody is not defined\.$/, { selector: "li" });
    await waitFor(() => expect(screen.getAllByText(/nobody is not defined/)).toHaveLength(count));
  });

  it("looks through what the form says is JavaScript", async () => {
    const asked = serve({ [CHECK]: () => ({ findings: [FOUND] }) });
    show("const x = 1;\nnobody(x)", { values: { language: "javascript" } });
    expect(await screen.findByText("Line 2: nobody is not defined.")).toBeTruthy();
    expect(asked.map(({ body }) => (body as JsonObject).language)).toEqual(["javascript"]);
  });

  it("asks for nothing where nobody can change the code", async () => {
    const asked = serve({ [CHECK]: () => ({ findings: [FOUND] }) });
    const { container } = show("nobody(1)", { readOnly: true });
    await waitFor(() => expect(container.querySelector(".cm-line")).toBeTruthy());
    expect(asked).toEqual([]);
    expect(screen.queryByText(/nobody is not defined/)).toBeNull();
  });
});

describe("codeCheckOf", () => {
  it("says what the code of a tool can use", () => {
    const values = {
      parameters: [
        { name: "word", type: "string", required: true },
        { name: "times", type: "number", required: false },
      ],
      functions: [{ name: "http_get", tool: "http_get" }],
      keepsVariables: true,
    };
    expect(codeCheckOf("1", values)).toEqual({
      code: "1",
      language: "python",
      inputs: [
        { name: "word", type: "string", optional: false },
        { name: "times", type: "number", optional: true },
      ],
      functions: [{ name: "http_get", tool: "http_get" }],
      keeps_variables: true,
    });
  });

  it("says what a code node is given", () => {
    expect(codeCheckOf("1", { inputs: [{ name: "prices", value: "{{ x }}" }] }).inputs).toEqual([
      { name: "prices" },
    ]);
  });
});
