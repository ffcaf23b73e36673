import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type FormEvent, useState } from "react";
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
/** Values saved by the surrounding form. */
const saved: (JsonObject | null)[] = [];

function Harness() {
  const [value, setValue] = useState<JsonObject | null>(null);
  kept.value = value;
  const save = (event: FormEvent) => {
    event.preventDefault();
    saved.push(value);
  };
  return (
    <MantineProvider env="test">
      <form onSubmit={save}>
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
        <button type="submit">Save</button>
      </form>
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
  await userEvent.type(
    screen.getByLabelText("Address or text of the document"),
    "https://a.example.com/api.json",
  );
  await userEvent.click(screen.getByRole("button", { name: "Fetch" }));
}

beforeAll(() => startI18n("en"));
afterEach(() => {
  saved.length = 0;
});

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

  it("lets the form wait until what is ticked has been taken over", async () => {
    const operations = [operation("a"), operation("b")];
    const api = { title: "A", operations: [{ id: "a" }] };
    answer(200, { title: "A", operations, notes: [], api: { operations: [] } });
    render(<Harness />);
    await fetchDocument();
    await userEvent.click(await screen.findByRole("checkbox", { name: "Get a" }));
    answer(500, { code: "fault", detail: "Down.", errors: [] });
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Down.");
    expect(saved).toEqual([]);
    answer(200, { title: "A", operations, notes: [], api });
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(saved).toEqual([api]));
    expect(screen.getByRole("button", { name: "1 operation in use" }).hasAttribute("disabled")).toBe(true);
  });

  it("keeps no operation when none is ticked any more", async () => {
    const operations = [operation("a"), operation("b")];
    const api = { title: "A", operations: [{ id: "a" }] };
    answer(200, { title: "A", operations, notes: [], api });
    render(<Harness />);
    await fetchDocument();
    await userEvent.click(await screen.findByRole("checkbox", { name: "Get a" }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(saved).toEqual([api]));
    const none = { title: "A", operations: [] };
    answer(200, { title: "A", operations, notes: [], api: none });
    await userEvent.click(screen.getByRole("checkbox", { name: "Get a" }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(saved).toEqual([api, none]));
  });

  it("reads a pasted document, and takes Enter for reading, never for saving", async () => {
    const bodies: FormData[] = [];
    vi.stubGlobal("fetch", async (request: Request) => {
      bodies.push(await request.formData());
      return Response.json({ title: "A", operations: [operation("a")], notes: [], api: { operations: [] } });
    });
    render(<Harness />);
    const line = screen.getByLabelText("Address or text of the document");
    await userEvent.type(line, "no document");
    await userEvent.paste("openapi: 3.0.0\npaths: {}");
    await userEvent.type(await screen.findByLabelText("Search operations"), "get{Enter}");
    expect((line as HTMLInputElement).value).toBe("");
    await userEvent.type(line, "https://a.example.com/api.json{Enter}");
    await waitFor(() => expect(bodies.map((body) => [...body.keys()][0])).toEqual(["file", "address"]));
    expect(saved).toEqual([]);
  });

  it("says why a document cannot be read", async () => {
    answer(400, { code: "invalid", detail: "No.", errors: [{ pointer: "/address", message: "Not JSON." }] });
    render(<Harness />);
    await fetchDocument();
    expect((await screen.findByRole("alert")).textContent).toBe("Not JSON.");
  });
});
