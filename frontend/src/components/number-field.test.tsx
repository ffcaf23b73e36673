import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { NumberField, type TimeUnit } from "./number-field";

function Form({ isNeeded = false, time }: { isNeeded?: boolean; time?: TimeUnit }) {
  const [value, setValue] = useState<number | null>(5);
  return (
    <MantineProvider>
      <NumberField
        label="Number"
        value={value}
        isNeeded={isNeeded}
        time={time}
        onChange={(next) => (next !== null || !isNeeded) && setValue(next)}
      />
      <output>{JSON.stringify(value)}</output>
      <button type="button" onClick={() => setValue(8)}>
        Elsewhere
      </button>
    </MantineProvider>
  );
}

describe("a field for a number", () => {
  it.each(["0.05", "0.50", "12", "100"])("stores %s as it was typed, over another number", async (typed) => {
    render(<Form isNeeded />);
    const field = screen.getByLabelText("Number");
    await userEvent.clear(field);
    expect(field).toHaveProperty("value", "");
    await userEvent.type(field, typed);
    expect(field).toHaveProperty("value", typed);
    expect(screen.getByRole("status")).toHaveProperty("textContent", String(Number(typed)));
  });

  it("shows the number again when a needed one is left empty", async () => {
    render(<Form isNeeded />);
    await userEvent.clear(screen.getByLabelText("Number"));
    await userEvent.tab();
    expect(screen.getByLabelText("Number")).toHaveProperty("value", "5");
  });

  it("stores nothing when another may be left empty", async () => {
    render(<Form />);
    await userEvent.clear(screen.getByLabelText("Number"));
    expect(screen.getByRole("status")).toHaveProperty("textContent", "null");
  });

  it.each([
    ["ms", "0.999", "0.999 s", "999", "990"],
    ["ms", "60", "60 s (1 min)", "60000", "6000"],
    ["ms", "1.5", "1.5 s", "1500", "1000"],
    ["s", "59", "59 s", "59", "5"],
    ["s", "5400", "5400 s (1 h 30 min)", "5400", "540"],
  ] as const)("shows a time stored in %s in seconds: %s", async (time, typed, shown, stored, shortened) => {
    render(<Form time={time} />);
    const field = screen.getByLabelText("Number");
    await userEvent.clear(field);
    await userEvent.type(field, typed);
    expect(field).toHaveProperty("value", shown);
    expect(screen.getByRole("status").textContent).toBe(stored);
    await userEvent.type(field, "{Backspace}");
    expect(screen.getByRole("status").textContent).toBe(shortened);
  });

  it("shows what was changed elsewhere", async () => {
    render(<Form />);
    await userEvent.click(screen.getByRole("button", { name: "Elsewhere" }));
    expect(screen.getByLabelText("Number")).toHaveProperty("value", "8");
  });
});
