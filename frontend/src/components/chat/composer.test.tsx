import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { Composer } from "./composer";

const FILES = ["photo.png", "notes.pdf"].map((name) => ({
  file_id: name,
  name,
  media_type: "text/plain",
  size: 3,
}));

function Chat() {
  const [draft, setDraft] = useState({ message: "Look", files: FILES });
  return (
    <MantineProvider>
      <Composer
        draft={draft}
        onDraft={setDraft}
        takes="readable"
        isBusy={false}
        onSend={() => Promise.resolve()}
      />
    </MantineProvider>
  );
}

it("goes on at the message when a file is taken away by key", async () => {
  render(<Chat />);
  screen.getByRole("button", { name: "Remove photo.png" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["notes.pdf"]);
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Message" }));
});
