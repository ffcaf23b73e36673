import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { VariableGroup } from "@/document/variables";
import { VariablePicker } from "./variable-picker";

const variable = (path: string) => ({
  path,
  title: { en: path, zh: path },
  reference: `inputs.${path}`,
  type: "string" as const,
});
const GROUPS: VariableGroup[] = [
  {
    id: "inputs",
    nodeKey: null,
    title: { en: "Inputs", zh: "输入" },
    variables: [variable("topic"), variable("tone")],
  },
];

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
