/** The graph as a list: the same nodes and connections as on the canvas, whatever is edited. */

import type { Page } from "@playwright/test";
import { chain, end, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

/** Keys of nodes and the connections between their names, as the canvas and the outline have them. */
function both(page: Page) {
  return page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const outline = "nav[aria-label=Outline]";
    const connections = (row: HTMLElement) => {
      const [name, ...rest] = [...row.querySelectorAll(":scope > span")].map(
        ({ textContent }) => textContent ?? "",
      );
      const targets =
        rest
          .find((text) => text.startsWith("To: "))
          ?.slice("To: ".length)
          .split(", ") ?? [];
      return targets.map((target) => `${name} to ${target}`);
    };
    return {
      canvas: {
        nodes: all(".react-flow__node")
          .map((card) => card.dataset.id)
          .sort(),
        edges: all(".react-flow__edge")
          .map((edge) => edge.getAttribute("aria-label"))
          .sort(),
      },
      outline: {
        nodes: all(`${outline} [data-node]`)
          .map((item) => item.dataset.node)
          .sort(),
        edges: all(`${outline} [data-node] > button`).flatMap(connections).sort(),
      },
    };
  });
}

async function expectEqual(page: Page, nodes: number): Promise<void> {
  await expect(async () => {
    const { canvas, outline } = await both(page);
    expect(outline).toEqual(canvas);
    expect(outline.nodes).toHaveLength(nodes);
  }).toPass();
}

test("the outline is read and used by keys, and stays equal to the canvas", async ({ page, api }) => {
  const { nodes, edges } = chain(start("topic"), template("hello", "Greeting", "Hello"), end({}));
  const workflow = await api.createWorkflow({ name: "In words", document: { nodes, edges } });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  const outline = page.getByRole("navigation", { name: "Outline" });

  await test.step("a key opens it, and the first arrow goes to the first node", async () => {
    await editor.canvas.press("o");
    await expect(outline.locator(":focus")).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect(outline.getByRole("button", { name: /Start.*To: Greeting/ })).toBeFocused();
    await expectEqual(page, 3);
  });

  await test.step("arrows go on, Enter opens the node", async () => {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(editor.canvas.card("Greeting")).toHaveClass(/selected/);
    await expect(outline.getByRole("button", { name: /^Greeting/ })).toHaveAttribute("aria-current", "true");
    await expect(editor.panel.root).toBeVisible();
  });

  await test.step("edits, undo and the edits of others show in both", async () => {
    await editor.canvas.press("Control+d");
    await expectEqual(page, 4);
    await editor.canvas.press("Delete");
    await expectEqual(page, 3);
    await editor.canvas.press("Control+a");
    await editor.canvas.press("Delete");
    await expectEqual(page, 0);
    await editor.canvas.press("Control+z");
    await expectEqual(page, 3);
    await editor.expectSaved();
    await api.changeNode(workflow.id, "hello", { name: "Welcome" });
    await expect(outline.getByRole("button", { name: /Start.*To: Welcome/ })).toBeVisible();
    await expectEqual(page, 3);
  });

  await test.step("a run shows how each node fared", async () => {
    await editor.runBar.run();
    await editor.runBar.expectStatus("Succeeded");
    await expect(outline.getByRole("button", { name: /Welcome.*Succeeded/ })).toBeVisible();
  });

  await test.step("it closes, and the canvas has the focus", async () => {
    await outline.getByRole("button", { name: "Close outline" }).press("Enter");
    await expect(outline).toBeHidden();
  });
});
