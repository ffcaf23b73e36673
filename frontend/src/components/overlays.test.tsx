import { Button, Drawer, MantineProvider, Menu, Modal, Popover, Select } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { describe, expect, it } from "vitest";
import { Tipped } from "@/components/tipped";
import { theme } from "@/styles/theme";

const SOURCES = import.meta.glob<string>(["/src/**/*.{ts,tsx}", "!/src/**/*.test.*"], {
  eager: true,
  query: "?raw",
  import: "default",
});
const OPENINGS = import.meta.glob<string>("../../e2e/openings/of-*.ts", {
  eager: true,
  query: "?raw",
  import: "default",
});
const DRAWS = /<(?:Modal|Drawer|Popover|Menu|Spotlight|HoverCard)\s|= useTakeFocus</;

describe("what opens", () => {
  it("is opened by the story of the keys, all of it", () => {
    const drawn = Object.entries(SOURCES)
      .filter(([, source]) => DRAWS.test(source))
      .map(([file]) => file.replace("/src/", ""));
    const known = [
      ...Object.values(OPENINGS)
        .join("\n")
        .matchAll(/drawn: "([^"]+)"/g),
    ].map(([, file]) => file);
    expect(drawn.length).toBeGreaterThan(50);
    expect(drawn.filter((file) => !known.includes(file))).toEqual([]);
    expect(known.filter((file) => !drawn.includes(file ?? ""))).toEqual([]);
  });

  it("takes the focus by the theme: nobody draws a dialog or a menu of their own, or another ref", () => {
    const own = Object.entries(SOURCES).filter(([, source]) =>
      /<(?:div|section|aside|dialog)[^>]*role="(?:dialog|menu)"|<(?:Modal|Drawer|(?:Popover|Menu)\.Dropdown)[^>]*\sref=/.test(
        source,
      ),
    );
    expect(own.map(([file]) => file)).toEqual([]);
  });
});

describe("a button that opens something", () => {
  it("has no bare tip between it and what it opens", () => {
    const bare = Object.entries(SOURCES).filter(([, source]) => /\.Target>\s*<Tooltip/.test(source));
    expect(bare.map(([file]) => file)).toEqual([]);
  });

  it.each([
    ["menu", Menu],
    ["dialog", Popover],
  ])("says so through its tip: a %s", async (popup, Overlay) => {
    render(
      <MantineProvider theme={theme} env="test">
        <Overlay>
          <Overlay.Target>
            <Tipped label="Tip">
              <Button>Open</Button>
            </Tipped>
          </Overlay.Target>
          <Overlay.Dropdown>
            <button type="button">First</button>
          </Overlay.Dropdown>
        </Overlay>
      </MantineProvider>,
    );
    const opener = screen.getByRole("button", { name: "Open" });
    expect(opener.getAttribute("aria-haspopup")).toBe(popup);
    await userEvent.click(opener);
    await waitFor(() => expect(opener.getAttribute("aria-expanded")).toBe("true"));
    expect(await screen.findByRole(popup, { name: "Open" })).toBeTruthy();
  });
});

type Kind = (opened: boolean, close: () => void, content: ReactNode, target: ReactNode) => ReactNode;

const KINDS: [string, Kind][] = [
  [
    "dialog",
    (opened, close, content, target) => (
      <>
        {target}
        <Modal opened={opened} onClose={close} title="Opened">
          {content}
        </Modal>
      </>
    ),
  ],
  [
    "drawer",
    (opened, close, content, target) => (
      <>
        {target}
        <Drawer opened={opened} onClose={close} title="Opened">
          {content}
        </Drawer>
      </>
    ),
  ],
  [
    "dialog that exists only while it is open",
    (opened, close, content, target) => (
      <>
        {target}
        {opened && (
          <Modal opened onClose={close} title="Opened">
            {content}
          </Modal>
        )}
      </>
    ),
  ],
  [
    "popover",
    (opened, close, content, target) => (
      <Popover opened={opened} onChange={(isOpen) => !isOpen && close()} trapFocus returnFocus>
        <Popover.Target>{target}</Popover.Target>
        <Popover.Dropdown>{content}</Popover.Dropdown>
      </Popover>
    ),
  ],
];

const presses: string[] = [];

function Page({ draw, content }: { draw: Kind; content: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const target = <Button onClick={() => setOpened(true)}>Open</Button>;
  return (
    <MantineProvider theme={theme} env="test">
      <section tabIndex={-1} data-focus-home aria-label="Home" />
      {draw(opened, () => setOpened(false), content, target)}
    </MantineProvider>
  );
}

const button = (
  <button type="button" onClick={() => presses.push("pressed")}>
    Delete
  </button>
);

/** Elements that got the kept text, or null where it was forgotten; the script that keeps it is the page's. */
let ends: (Element | null)[] = [];
window.keyBuffer = {
  hold: () => {},
  release: () => ends.push(document.activeElement),
  drop: () => ends.push(null),
};

/** Mantine's traps move the focus in tasks of their own. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((done) => setTimeout(done));
}

describe.each(KINDS)("a %s", (_, draw) => {
  it("gives the focus to its field, not to a button or a list that would open, and then back", async () => {
    render(
      <Page
        draw={draw}
        content={
          <>
            {button}
            <Select aria-label="Compared with" data={["First"]} searchable />
            <input aria-label="Name" defaultValue="proposed" />
          </>
        }
      />,
    );
    await userEvent.click(screen.getByText("Open"));
    const field = await screen.findByLabelText<HTMLInputElement>("Name");
    await settled();
    expect(document.activeElement).toBe(field);
    expect(screen.queryByRole("option")).toBeNull();
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe("proposed");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText("Open").closest("button")));
  });

  it("has the focus itself until a field is there, and no key does anything", async () => {
    presses.length = 0;
    ends = [];
    const { rerender } = render(<Page draw={draw} content={button} />);
    await userEvent.click(screen.getByText("Open"));
    const frame = await screen.findByRole("dialog");
    await settled();
    expect(document.activeElement).toBe(frame);
    await userEvent.keyboard("a b{Enter} ");
    expect(presses).toEqual([]);
    expect(screen.getByRole("dialog")).toBe(frame);
    expect(ends).toEqual([]);
    rerender(<Page draw={draw} content={<input aria-label="Late" />} />);
    const late = await screen.findByLabelText<HTMLInputElement>("Late");
    await waitFor(() => expect(document.activeElement).toBe(late));
    expect(ends).toEqual([late]);
  });

  it.each(["{Escape}", "{Tab}"])("forgets kept text with %s", async (keys) => {
    ends = [];
    render(<Page draw={draw} content={button} />);
    await userEvent.click(screen.getByText("Open"));
    await screen.findByRole("dialog");
    await settled();
    await userEvent.keyboard(keys);
    expect(ends).toEqual([null]);
  });

  it("leaves the focus where a person has moved it", async () => {
    const content = (isLate: boolean) => (
      <>
        {button}
        {isLate && <input aria-label="Late" />}
      </>
    );
    const { rerender } = render(<Page draw={draw} content={content(false)} />);
    await userEvent.click(screen.getByText("Open"));
    await screen.findByRole("dialog");
    await settled();
    await userEvent.tab();
    const moved = document.activeElement;
    expect(moved).not.toBe(screen.getByRole("dialog"));
    rerender(<Page draw={draw} content={content(true)} />);
    await settled();
    expect(document.activeElement).toBe(moved);
  });
});

it("a menu has the focus itself, letters and Enter choose nothing, and arrows go to its entries", async () => {
  presses.length = 0;
  render(
    <MantineProvider theme={theme} env="test">
      <Menu>
        <Menu.Target>
          <Button>More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => presses.push("Delete")}>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </MantineProvider>,
  );
  await userEvent.click(screen.getByText("More"));
  const menu = await screen.findByRole("menu");
  await settled();
  expect(document.activeElement).toBe(menu);
  await userEvent.keyboard("delete {Enter}");
  expect(presses).toEqual([]);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(presses).toEqual(["Delete"]);
});

function Gone() {
  const [step, setStep] = useState(0);
  return (
    <MantineProvider theme={theme} env="test">
      <section tabIndex={-1} data-focus-home aria-label="Home" />
      {step === 0 && <Button onClick={() => setStep(1)}>Open</Button>}
      {step === 1 && (
        <Modal opened onClose={() => setStep(2)} title="Opened">
          {button}
        </Modal>
      )}
    </MantineProvider>
  );
}

it("the home gets the focus where what opened it is gone", async () => {
  render(<Gone />);
  await userEvent.click(screen.getByText("Open"));
  await screen.findByRole("dialog");
  await settled();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Home")));
});
