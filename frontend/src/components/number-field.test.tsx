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
    ["ms", "999", "999 ms"],
    ["ms", "60000", "60000 ms (1 min)"],
    ["ms", "1500", "1500 ms (1.5 s)"],
    ["s", "59", "59 s"],
    ["s", "5400", "5400 s (1 h 30 min)"],
  ] as const)("says a time in a larger unit too, and stores what was typed", async (time, typed, shown) => {
    render(<Form time={time} />);
    const field = screen.getByLabelText("Number");
    await userEvent.clear(field);
    await userEvent.type(field, typed);
    expect(field).toHaveProperty("value", shown);
    expect(screen.getByRole("status").textContent).toBe(typed);
    await userEvent.type(field, "{Backspace}");
    expect(screen.getByRole("status").textContent).toBe(typed.slice(0, -1));
  });

  it("shows what was changed elsewhere", async () => {
    render(<Form />);
    await userEvent.click(screen.getByRole("button", { name: "Elsewhere" }));
    expect(screen.getByLabelText("Number")).toHaveProperty("value", "8");
  });
});
