import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@/api/types";
import { startI18n } from "@/i18n";
import { preloadControls } from "./controls/controls";
import type { FieldErrors } from "./field-errors";
import { EMPTY_CONTEXT } from "./form-context";
import { SchemaForm } from "./schema-form";

beforeAll(preloadControls);

const schema = {
  type: "object",
  "x-groups": [{ id: "more", title: { en: "More", zh: "更多" }, collapsed: true }],
  properties: {
    url: {
      type: "string",
      title: "Address",
      "x-translations": { zh: { title: "地址" } },
      description: "Where to call.",
    },
    method: {
      type: "string",
      enum: ["GET", "POST"],
      title: "Method",
      description: "How to call.",
      default: "GET",
    },
    body: { type: "string", title: "Body", "x-show-if": { method: ["POST"] } },
    headers: { type: "array", title: "Headers", "x-widget": "parameters", items: { type: "object" } },
    token: { type: "string", title: "Token", "x-widget": "secret" },
    retries: { anyOf: [{ type: "integer" }, { type: "null" }], title: "Retries", "x-group": "more" },
    follow: { anyOf: [{ type: "boolean" }, { type: "null" }], title: "Follow" },
  },
};

let latest: JsonObject = {};

function Harness({
  start,
  errors = {},
  secretsSet = [],
}: {
  start: JsonObject;
  errors?: FieldErrors;
  secretsSet?: string[];
}) {
  const [value, setValue] = useState(start);
  latest = value;
  return (
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <SchemaForm
          schema={schema}
          value={value}
          onChange={setValue}
          errors={errors}
          context={{ ...EMPTY_CONTEXT, secretsSet }}
        />
      </MantineProvider>
    </QueryClientProvider>
  );
}

beforeAll(() => startI18n("en"));

describe("SchemaForm", () => {
  it("shows label, help and value, and hands on what is typed", async () => {
    render(<Harness start={{ url: "https://a.example", method: "GET" }} />);
    const field = screen.getByLabelText("Address");
    expect(field).toHaveProperty("value", "https://a.example");
    expect(screen.getByText("Where to call.")).toBeTruthy();
    expect(screen.getByText("How to call.")).toBeTruthy();
    await userEvent.type(field, "/x");
    expect(latest.url).toBe("https://a.example/x");
  });

  it("shows defaults without an edit", () => {
    const start = { url: "https://a.example" };
    render(<Harness start={start} />);
    expect(screen.getByDisplayValue("GET")).toBeTruthy();
    expect(latest).toBe(start);
  });

  it("shows a field only when its condition holds", () => {
    render(<Harness start={{ method: "GET" }} />);
    expect(screen.queryByLabelText("Body")).toBeNull();
    render(<Harness start={{ method: "POST" }} />);
    expect(screen.getByLabelText("Body")).toBeTruthy();
  });

  it("tells an error at its field", () => {
    render(<Harness start={{ url: "x" }} errors={{ url: ["Start the address with https://."] }} />);
    expect(screen.getByText("Start the address with https://.")).toBeTruthy();
  });

  it("adds, edits and removes rows", async () => {
    render(<Harness start={{ headers: [] }} />);
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    await userEvent.type(screen.getByLabelText("Name"), "city");
    expect(latest.headers).toMatchObject([{ name: "city", type: "string", required: true }]);
    await userEvent.click(screen.getByRole("button", { name: "Remove this row" }));
    expect(latest.headers).toEqual([]);
  });

  it("never shows a stored secret and sends null for an untouched one", async () => {
    render(<Harness start={{ token: null }} secretsSet={["token"]} />);
    const field = screen.getByLabelText("Token");
    expect(field).toHaveProperty("value", "");
    expect(field.getAttribute("placeholder")).toContain("Stored");
    await userEvent.type(field, "new");
    expect(latest.token).toBe("new");
    await userEvent.clear(field);
    expect(latest.token).toBeNull();
  });

  it("lets a switch be left to the product", async () => {
    render(<Harness start={{ follow: null }} />);
    await userEvent.click(screen.getByText("Off"));
    expect(latest.follow).toBe(false);
    await userEvent.click(screen.getByText("Automatic"));
    expect(latest.follow).toBeNull();
  });

  it("opens a folded group in which something is wrong", () => {
    render(<Harness start={{}} errors={{ retries: ["Enter a number."] }} />);
    expect(screen.getByRole("button", { name: "More" }).getAttribute("aria-expanded")).toBe("true");
    expect(screen.getByText("Enter a number.")).toBeTruthy();
  });

  it("folds a group and opens it on demand", async () => {
    render(<Harness start={{}} />);
    const title = screen.getByRole("button", { name: "More" });
    expect(title.getAttribute("aria-expanded")).toBe("false");
    await userEvent.click(title);
    await waitFor(() => expect(title.getAttribute("aria-expanded")).toBe("true"));
  });
});

const shapes = {
  type: "object",
  required: ["name"],
  properties: {
    name: { anyOf: [{ type: "string" }, { type: "null" }], title: "Name", description: "How it is called." },
    limit: { type: "integer", title: "Limit", default: 30, "x-unit": "ms" },
    seed: { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }], title: "Seed" },
    count: { type: "integer", title: "Count" },
    level: { type: "integer", title: "Level", enum: [0, 1] },
    search: {
      type: "object",
      title: "Search",
      default: { top: 5, more: 1 },
      properties: { top: { type: "integer", title: "Top" } },
    },
    notes: {
      type: "array",
      title: "Notes",
      items: { type: "object", properties: { text: { type: "string", title: "Text" } } },
    },
    constructor: { type: "string", title: "Builder" },
  },
};

type ShapesProps = { start: JsonObject; errors: FieldErrors; onEdit: (next: JsonObject) => void };

function Shapes({ start, errors, onEdit }: ShapesProps) {
  const [value, setValue] = useState(start);
  const change = (next: JsonObject) => {
    onEdit(next);
    setValue(next);
  };
  return (
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <SchemaForm schema={shapes} value={value} onChange={change} errors={errors} context={EMPTY_CONTEXT} />
      </MantineProvider>
    </QueryClientProvider>
  );
}

describe("fields without a control of their own", () => {
  const edits: JsonObject[] = [];
  const open = (start: JsonObject, errors: FieldErrors = {}) => {
    edits.length = 0;
    return render(<Shapes start={start} errors={errors} onEdit={(next) => edits.push(next)} />).container;
  };
  const input = (name: string) =>
    screen.getByRole<HTMLInputElement>("textbox", { name: new RegExp(`^${name}`) });

  it("change only what was edited, and store null or nothing for an empty one", async () => {
    open({ name: "a", seed: 7, count: 3 });
    await userEvent.clear(input("Name"));
    await userEvent.clear(input("Seed"));
    await userEvent.clear(input("Count"));
    expect(edits).toEqual([
      { name: null, seed: 7, count: 3 },
      { name: null, seed: null, count: 3 },
      { name: null, seed: null },
    ]);
  });

  it("keep a default while its field is empty, and replace it by what is typed", async () => {
    open({});
    expect(input("Limit").value).toBe("0.03 s");
    await userEvent.clear(input("Limit"));
    expect(edits).toEqual([]);
    await userEvent.type(input("Limit"), "45");
    expect(edits.at(-1)).toEqual({ limit: 45_000 });
  });

  it("store a choice as the value it is, and show one that is no longer offered", async () => {
    open({ level: 9 });
    const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Level" });
    expect(field.value).toBe("9");
    await userEvent.click(field);
    await userEvent.click(await screen.findByRole("option", { name: "0" }));
    expect(edits.at(-1)).toEqual({ level: 0 });
  });

  it("are nested where an object is, whose default goes with the first edit", async () => {
    open({});
    const search = within(screen.getByRole("group", { name: "Search" }));
    await userEvent.type(search.getByRole("textbox", { name: "Top" }), "0");
    expect(edits).toEqual([{ search: { top: 50, more: 1 } }]);
  });

  it("are repeated for a list of objects", async () => {
    open({ notes: [{ text: "one" }] });
    const notes = within(screen.getByRole("list", { name: "Notes" }));
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    await userEvent.type(within(notes.getByRole("group", { name: "Notes 2" })).getByRole("textbox"), "x");
    expect(edits.at(-1)).toEqual({ notes: [{ text: "one" }, { text: "x" }] });
    await userEvent.click(notes.getByRole("button", { name: "Remove Notes 1" }));
    expect(edits.at(-1)).toEqual({ notes: [{ text: "x" }] });
  });

  it("say what they are for, what is wrong and what is required", () => {
    const container = open({}, { name: ["Give it a name."] });
    const described = (input("Name").getAttribute("aria-describedby") ?? "").split(" ");
    expect(described.map((id) => container.querySelector(`[id="${id}"]`)?.textContent)).toEqual([
      "Give it a name.",
      "How it is called.",
    ]);
    expect(input("Name").getAttribute("aria-required")).toBe("true");
    expect(input("Name").getAttribute("aria-invalid")).toBe("true");
    expect(input("Builder").value).toBe("");
    const ids = [...container.querySelectorAll("[id]")].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("editors of texts", () => {
  const WIDGETS = ["template", "template-line", "request-url", "json-template", "json", "cel", "code"];
  const schema = {
    type: "object",
    properties: Object.fromEntries(
      WIDGETS.map((name) => [name, { type: "string", title: name, "x-widget": name }]),
    ),
  };

  it("are found by a form that leads to what was refused", async () => {
    const form = (errors: FieldErrors) => (
      <QueryClientProvider client={new QueryClient()}>
        <MantineProvider env="test">
          <SchemaForm
            schema={schema}
            value={{}}
            onChange={() => {}}
            errors={errors}
            context={EMPTY_CONTEXT}
          />
        </MantineProvider>
      </QueryClientProvider>
    );
    const { container, rerender } = render(form({}));
    await waitFor(() => expect(container.querySelectorAll(".cm-content")).toHaveLength(WIDGETS.length));
    const refused = () => [...container.querySelectorAll(".cm-content[aria-invalid=true]")].length;
    expect(refused()).toBe(0);
    rerender(form(Object.fromEntries(WIDGETS.map((name) => [name, ["No."]]))));
    expect(refused()).toBe(WIDGETS.length);
    rerender(form({}));
    expect(refused()).toBe(0);
  });
});
