import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "@/api/types";
import { startI18n } from "@/i18n";
import { OpenApiControl } from "./controls/openapi-control";
import { EMPTY_CONTEXT } from "./form-context";

const operation = (id: string, notes: string[] = []) => ({
  id,
  method: "GET",
  path: `/${id}`,
  title: `Get ${id}`,
  tags: [],
  deprecated: false,
  notes,
});

const kept: { value: JsonObject | null } = { value: null };

function Harness() {
  const [value, setValue] = useState<JsonObject | null>(null);
  kept.value = value;
  return (
    <MantineProvider env="test">
      <OpenApiControl
        id="api"
        name="api"
        value={value ?? undefined}
        onChange={setValue}
        changeSibling={() => undefined}
        schema={{}}
        label="API"
        placeholder=""
        isNullable
        isRequired={false}
        describedBy=""
        invalid={false}
        context={EMPTY_CONTEXT}
      />
    </MantineProvider>
  );
}

const answer = (status: number, body: unknown) =>
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } }),
    ),
  );

async function fetchDocument() {
  await userEvent.type(screen.getByLabelText("Address of the document"), "https://a.example.com/api.json");
  await userEvent.click(screen.getByRole("button", { name: "Fetch" }));
}

beforeAll(() => startI18n("en"));
afterEach(() => vi.unstubAllGlobals());

describe("OpenApiControl", () => {
  it("lists operations, takes over the chosen ones, and says what was lost", async () => {
    const operations = Array.from({ length: 150 }, (_, n) => operation(`a${n}`));
    answer(200, { title: "A", operations, notes: [], api: { operations: [] } });
    render(<Harness />);
    await fetchDocument();
    expect(await screen.findAllByRole("checkbox")).toHaveLength(100);
    await userEvent.type(screen.getByLabelText("Search operations"), "a149");
    await userEvent.click(screen.getByRole("checkbox", { name: "Get a149" }));
    const api = { title: "A", operations: [{ id: "a149" }] };
    answer(200, { title: "A", operations: [operation("a149", ["A cycle."])], notes: [], api });
    await userEvent.click(screen.getByRole("button", { name: "Use 1 operation" }));
    await waitFor(() => expect(kept.value).toEqual(api));
    expect(await screen.findByText("Get a149: A cycle.")).toBeTruthy();
  });

  it("says why a document cannot be read", async () => {
    answer(400, { code: "invalid", detail: "No.", errors: [{ pointer: "/address", message: "Not JSON." }] });
    render(<Harness />);
    await fetchDocument();
    expect((await screen.findByRole("alert")).textContent).toBe("Not JSON.");
  });
});
