import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import DOMPurify from "dompurify";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { LINK } from "@/lib/markdown";
import { FilesAddress } from "./files-address";
import { MarkdownView } from "./markdown-view";

// In happy-dom DOMPurify takes the first element away and looks at no other. These rows therefore hold the reader;
// what the sanitiser leaves is tested in a browser, in e2e/chat.spec.ts.
const sanitize = DOMPurify.sanitize.bind(DOMPurify);
vi.spyOn(DOMPurify, "sanitize").mockImplementation((html, config) => sanitize(`<i></i>${html}`, config));

const Screen = ({ children }: { children?: ReactNode }) => (
  <MantineProvider>
    <main>{children}</main>
  </MantineProvider>
);

function shown(text: string): HTMLElement {
  render(<MarkdownView text={text} />, { wrapper: Screen });
  return screen.getByRole("main");
}

describe("MarkdownView", () => {
  it.each([
    ["# One\n\n###### Six", "h3", 1],
    ["first\nsecond", "br", 1],
    ["- a\n  - b\n    1. c", "ul ul ol", 1],
    ["3. c", "ol[start='3']", 1],
    ["> a\n> > b", "blockquote blockquote", 1],
    ["| a | b |\n| - | -: |\n| 1 | 2 |", "table td[align=right]", 1],
    ["- [ ] a\n- [x] b", "li.task", 2],
    ["```py\nx = *1*\n```", "pre > code", 1],
    ["~~a~~ **b** _c_", "p > :is(s, strong, em)", 3],
    ["https://a.test/b and c.test", "a", 1],
    ["snake_case_name, 2 * 3 * 4, a ** b", "em, strong", 0],
  ])("draws %j", (text, selector, count) => {
    expect(shown(text).querySelectorAll(selector)).toHaveLength(count);
  });

  it("lets each block of code be copied, also within a list", async () => {
    const user = userEvent.setup();
    render(<MarkdownView text={"```py\nx = 1\n```\n\n- a\n\n  ```\n  <b>\n  ```\n"} />, { wrapper: Screen });
    const copied: string[] = [];
    for (const button of screen.getAllByRole("button", { name: "Copy" })) {
      await user.click(button);
      copied.push(await navigator.clipboard.readText());
    }
    expect(copied).toEqual(["x = 1\n", "<b>\n"]);
  });

  it("has chips for cited passages, with the passage on focus", async () => {
    const user = userEvent.setup();
    const citation = { number: 2, document: "looms.pdf", page: 3, sheet: "", text: "Cards steer looms." };
    render(<MarkdownView text="Cards [2], `[2]` and [1]." citations={[citation]} />, { wrapper: Screen });
    expect(screen.getByRole("main").textContent).toMatch(/^Cards 2, \[2\] and \[1\]\./);
    await user.tab();
    const chip = screen.getByRole("button", { name: "Source 2: looms.pdf, page 3" });
    expect(document.activeElement).toBe(chip);
    const passage = await screen.findByRole("tooltip", { hidden: true });
    expect(passage.textContent).toBe("looms.pdf, page 3Cards steer looms.");
    expect(chip.getAttribute("aria-describedby")).toBe(passage.id);
  });

  it("leaves code as it is written, also without an end", () => {
    expect(shown("```\n**a**\n<b>").querySelector("code")?.textContent).toBe("**a**\n<b>");
  });

  it("marks what is done", () => {
    expect(shown("- [ ] a\n- [x] b").textContent).toMatch(/☐ a\s*☑ b/);
  });

  it("opens links beside the page, and tells their servers nothing of it", () => {
    const link = shown("[a](https://b.test/c_(d))").querySelector("a");
    expect(link?.getAttribute("href")).toBe("https://b.test/c_(d)");
    expect(link?.target).toBe("_blank");
    expect(link?.rel).toBe("noreferrer noopener");
  });

  it("loads no picture: it is a link", () => {
    const page = shown("![a chart](https://b.test/c.png?words=secret)");
    expect(page.querySelector("img")).toBeNull();
    expect(page.querySelector("a")?.textContent).toBe("a chart");
  });

  it.each([
    ["[a](/api/files/f1/)", "/api/forms/t/submissions/k/files/f1/"],
    ["![a](/api/files/f1/)", "/api/forms/t/submissions/k/files/f1/"],
    ["[a](/workflows/)", "/workflows/"],
    ["[a](https://b.test/api/files/f1/)", "https://b.test/api/files/f1/"],
  ])("leads %s to where the reader may have it", (text, href) => {
    const page = (
      <>
        <MarkdownView text={text} />
        <FilesAddress value="/api/forms/t/submissions/k/files/">{<MarkdownView text={text} />}</FilesAddress>
      </>
    );
    render(page, { wrapper: Screen });
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual([/\((.*)\)/.exec(text)?.[1], href]);
  });

  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "[a](javascript:alert(1))",
    "[a](&#106;avascript:alert(1))",
    "[a](java\nscript:alert(1))",
    "<javascript:alert(1)>",
    "[a](data:text/html,x)",
    "[a](vbscript:x)",
    '[a](https://b.test/"onclick="alert(1))',
    '![a" onerror="alert(1)](https://b.test/"onerror="alert(1))',
    "![a](javascript:alert(1))",
    '| a |\n| - |\n| <td style="x" onclick="alert(1)"> |',
    "```\n</code></pre><script>alert(1)</script>\n```",
    '```"><img src=x onerror=alert(1)>\n```',
    "[a]: javascript:alert(1)\n\n[a]",
  ])("makes nothing of %j that runs, loads or leads elsewhere", (text) => {
    const elements = [...shown(text).querySelectorAll("*")].filter((one) => !one.closest("button"));
    expect(
      elements.filter((one) => /^(script|img|svg|iframe|style|object|embed|form|input)$/i.test(one.tagName)),
    ).toEqual([]);
    const attributes = elements.flatMap((one) => [...one.attributes]);
    expect(
      attributes.filter(({ name }) => name.startsWith("on") || name === "src" || name === "style"),
    ).toEqual([]);
    for (const { value } of attributes.filter(({ name }) => name === "href")) expect(value).toMatch(LINK);
  });

  it("keeps the blocks of a text that grows", () => {
    const text = "One *two*\n\n- a";
    const { container, rerender } = render(<MarkdownView text={text} />, { wrapper: Screen });
    const before = container.querySelector("em");
    rerender(<MarkdownView text={`${text}\n- b\n\nMore`} />);
    expect(container.querySelector("em")).toBe(before);
    expect(container.querySelectorAll("li")).toHaveLength(2);
    expect(container.textContent).toContain("More");
  });

  it("shows a text as it is that is too long to be drawn", () => {
    const text = "*a*\n".repeat(30_000);
    expect(shown(text).querySelector("pre")?.textContent).toBe(text);
  });

  it("shows nothing for nothing", () => {
    expect(shown(" \n\n").textContent).toBe("");
  });
});
