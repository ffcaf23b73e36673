import { MantineProvider, TextInput } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { FormError } from "@/components/form-error";
import { SubmitButton } from "./submit-button";

type Refused = "name" | "address" | "whole";

/** Refuses what is sent: at once, or when the server has answered. */
function Form({ refuses, later }: { refuses: Refused[]; later: boolean }) {
  const [refused, setRefused] = useState<Refused[]>([]);
  const [isSending, setIsSending] = useState(false);
  const answer = () => {
    setRefused(refuses);
    setIsSending(false);
  };
  return (
    <MantineProvider>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (later) setIsSending(true);
          else answer();
        }}
      >
        <FormError error={refused.includes("whole") ? new Error("No.") : null} />
        <TextInput label="Name" error={refused.includes("name")} />
        <TextInput label="Address" error={refused.includes("address")} />
        <SubmitButton loading={isSending}>Send</SubmitButton>
      </form>
      <button type="button" onClick={answer}>
        Answer
      </button>
    </MantineProvider>
  );
}

const modes = [
  ["at once", false],
  ["by the server", true],
] as const;

it.each(modes)("leads to the first field that is refused %s", async (_, later) => {
  render(<Form refuses={["address", "name"]} later={later} />);
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  if (later) await userEvent.click(screen.getByRole("button", { name: "Answer" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Name")));
});

it.each(modes)("brings into view why all of it is refused %s", async (_, later) => {
  const shown: Element[] = [];
  Element.prototype.scrollIntoView = function () {
    shown.push(this);
  };
  render(<Form refuses={["whole"]} later={later} />);
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  if (later) await userEvent.click(screen.getByRole("button", { name: "Answer" }));
  await waitFor(() => expect(shown).toContain(screen.getByRole("alert")));
});

it("leads nowhere when all is accepted", async () => {
  render(<Form refuses={[]} later={false} />);
  const button = screen.getByRole("button", { name: "Send" });
  await userEvent.click(button);
  await new Promise(requestAnimationFrame);
  expect(document.activeElement).toBe(button);
});

it("is the button of every form", () => {
  const files = import.meta.glob<string>("/src/**/*.tsx", { query: "?raw", import: "default", eager: true });
  const others = Object.entries(files)
    .filter(
      ([path, text]) => !/\.test\.tsx$|\/submit-button\.tsx$/.test(path) && text.includes('type="submit"'),
    )
    .map(([path]) => path);
  expect(others).toEqual([]);
});
