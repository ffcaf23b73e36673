import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "@/api/types";
import { startI18n } from "@/i18n";
import { SkillControl } from "./controls/skill-control";
import { EMPTY_CONTEXT } from "./form-context";

const skill = {
  name: "notes",
  description: "Turns talk into notes.",
  systemPrompt: "Write.",
  files: { a: "1" },
};

function Harness({ start = null }: { start?: JsonObject | null }) {
  const [value, setValue] = useState<JsonObject | null>(start);
  return (
    <MantineProvider env="test">
      <SkillControl
        id="skill"
        name="skill"
        value={value ?? undefined}
        onChange={setValue}
        changeSibling={() => undefined}
        schema={{}}
        label="Skill"
        placeholder=""
        isNullable={false}
        isRequired={false}
        describedBy=""
        invalid={false}
        context={EMPTY_CONTEXT}
      />
    </MantineProvider>
  );
}

async function upload(container: HTMLElement) {
  const input = container.querySelector<HTMLInputElement>("input[type=file]");
  if (input === null) throw new Error("no file input");
  await userEvent.upload(input, new File(["---"], "SKILL.md"), { applyAccept: false });
}

const answer = (status: number, body: JsonObject) =>
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } }),
    ),
  );

beforeAll(() => startI18n("en"));

describe("SkillControl", () => {
  it("takes up what the server read, and shows what it is for", async () => {
    answer(200, skill);
    const { container } = render(<Harness />);
    await upload(container);
    expect(await screen.findByText("notes")).toBeTruthy();
    expect(screen.getByText("Turns talk into notes. 1 file.")).toBeTruthy();
  });

  it("keeps the old skill and tells why another file is none", async () => {
    answer(400, { code: "invalid", detail: "No.", errors: [{ pointer: "/file", message: "Not a skill." }] });
    const { container } = render(<Harness start={skill} />);
    await upload(container);
    expect((await screen.findByRole("alert")).textContent).toBe("Not a skill.");
    expect(screen.getByText("notes")).toBeTruthy();
  });

  it("can be taken away again", async () => {
    render(<Harness start={skill} />);
    await userEvent.click(screen.getByRole("button", { name: "Remove" }));
    expect(screen.queryByText("notes")).toBeNull();
    expect(screen.getByRole("button", { name: "Upload a skill" })).toBeTruthy();
  });
});
