import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@/api/types";
import { startI18n } from "@/i18n";
import type { FieldErrors } from "./field-errors";
import { EMPTY_CONTEXT } from "./form-context";
import { SchemaForm } from "./schema-form";

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

  it("folds a group and opens it on demand", async () => {
    render(<Harness start={{}} />);
    const title = screen.getByRole("button", { name: "More" });
    expect(title.getAttribute("aria-expanded")).toBe("false");
    await userEvent.click(title);
    await waitFor(() => expect(title.getAttribute("aria-expanded")).toBe("true"));
  });
});
