import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { Json } from "@/api/types";
import type { VariableGroup } from "@/document/variables";
import { VariablePicker } from "./variable-picker";

const variable = (path: string, sample?: Json) => ({
  path,
  title: { en: path, zh: path },
  reference: `inputs.${path}`,
  type: "string" as const,
  ...(sample !== undefined && { sample }),
});
const GROUPS: VariableGroup[] = [
  {
    id: "inputs",
    nodeKey: null,
    title: { en: "Inputs", zh: "输入" },
    variables: [variable("topic"), variable("tone")],
  },
];

function show(variables = GROUPS[0]?.variables ?? []) {
  const onPick = vi.fn();
  const groups = GROUPS.map((group) => ({ ...group, variables }));
  render(
    <MantineProvider env="test">
      <VariablePicker groups={groups} onPick={onPick} />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Insert a value" }));
  return onPick;
}

it.each<[Json, string]>([
  ["Uji", "Uji"],
  ["", '""'],
  [false, "false"],
  [null, "null"],
  [[1, 2], "2 items"],
  [{ name: "Sencha" }, "1 field"],
])("shows the last value %j beside its path", (sample, text) => {
  show([variable("rows[0].origin", sample)]);
  expect(screen.getByRole("button", { name: `rows[0].origin text ${text}` })).toBeTruthy();
});

it("is walked by the arrows, from the search field through the values and back", async () => {
  const onPick = show();
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement?.textContent).toContain("topic");
  await userEvent.keyboard("{ArrowUp}");
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{Enter}");
  expect(onPick).toHaveBeenCalledExactlyOnceWith("inputs.tone");
});

it("draws the first values of many, and finds the others", async () => {
  const onPick = show(Array.from({ length: 300 }, (_, at) => variable(`v${at}`)));
  expect(screen.getByText("100 more. Type to narrow the list.")).toBeTruthy();
  await userEvent.keyboard("v299{Enter}");
  expect(onPick).toHaveBeenCalledWith("inputs.v299");
});

it("takes every key from the click on: the first letters are not lost", async () => {
  const onPick = vi.fn();
  // With the transitions of the product, which tests turn off otherwise.
  render(
    <MantineProvider>
      <VariablePicker groups={GROUPS} onPick={onPick} />
    </MantineProvider>,
  );
  // No time passes between the click and the keys, as none may in a quick hand.
  fireEvent.click(screen.getByRole("button", { name: "Insert a value" }));
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
  await userEvent.keyboard("tone{Enter}");
  expect(onPick).toHaveBeenCalledWith("inputs.tone");
});
