import { Button, MantineProvider, Menu } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { OpenModal } from "./open-modal";

const SOURCES = import.meta.glob<string>("/src/**/*.tsx", { eager: true, query: "?raw", import: "default" });

function Page() {
  const [opened, setOpened] = useState(false);
  return (
    <MantineProvider env="test">
      <Button onClick={() => setOpened(true)}>Open</Button>
      <Menu>
        <Menu.Target>
          <Button>More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpened(true)}>Open from the menu</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened && (
        <OpenModal onClose={() => setOpened(false)} title="Details">
          <input aria-label="Name" data-autofocus />
        </OpenModal>
      )}
    </MantineProvider>
  );
}

it.each([
  ["Open", ["Open"]],
  ["More", ["More", "Open from the menu"]],
])("gives the focus back to %s, from where it was opened by keys", async (opener, pressed) => {
  render(<Page />);
  for (const name of pressed) {
    (await screen.findByText(name)).closest("button")?.focus();
    await userEvent.keyboard("{Enter}");
  }
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Name")));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: opener })));
});

it("is what every dialog is that exists only while it is open, unless it says where the focus goes", () => {
  const kept = Object.entries(SOURCES).filter(
    ([file, source]) =>
      !file.endsWith("/open-modal.tsx") && /<Modal\s+opened\s(?![^>]*returnFocus=\{false\})/.test(source),
  );
  expect(kept.map(([file]) => file)).toEqual([]);
});
