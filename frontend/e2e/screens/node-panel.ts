/** The panel of the selected node: settings, tools, debug, output. */

import { expect, type Locator, type Page } from "@playwright/test";
import { DebugTab } from "./debug-tab";
import { ToolCallList } from "./tool-calls";

export class NodePanel {
  readonly prompt: Locator;
  readonly debug: DebugTab;

  constructor(private readonly page: Page) {
    this.prompt = this.root.getByRole("textbox", { name: "Prompt", exact: true });
    this.debug = new DebugTab(page);
  }

  get root(): Locator {
    return this.page.getByRole("complementary", { name: /^Settings of / });
  }

  /** The panel of one certain node. */
  of(name: string): Locator {
    return this.page.getByRole("complementary", { name: `Settings of ${name}`, exact: true });
  }

  async show(tab: "Settings" | "Tools" | "Debug" | "Output"): Promise<void> {
    await this.root.getByRole("tab", { name: tab, exact: true }).click();
  }

  /**
   * Opens the panel of a node by keys, wherever its card is, with all groups of fields unfolded. The example stays folded: its values
   * are loaded late, and would move what is pressed meanwhile.
   */
  async open(key: string, name = key): Promise<void> {
    await this.page.locator(`.react-flow__node[data-id="${key}"]`).focus();
    await this.page.keyboard.press("Enter");
    await expect(this.of(name)).toBeVisible();
    await this.root.evaluate((panel) => {
      const folded = panel.querySelectorAll<HTMLElement>(
        "section:not([class*=example] > *) > button[aria-expanded=false]",
      );
      for (const group of folded) group.click();
    });
  }

  /** The text editors of a field: one, or those of its rows. */
  async editors(field: string): Promise<Locator[]> {
    const editors = this.root.locator(`[data-field="${field}"] .cm-content`);
    await expect(editors.first()).toBeVisible();
    return editors.all();
  }

  /** Picks the first model that fits a part of its name or of its provider's. */
  async chooseModel(part: string): Promise<void> {
    await this.root.getByRole("button", { name: /^Model: / }).click();
    const search = this.page.getByRole("combobox", { name: "Search models or enter a name" });
    await search.fill(part);
    await search.press("Enter");
  }

  async choose(field: string, option: string): Promise<void> {
    await this.root.getByRole("combobox", { name: field }).click();
    await this.page.getByRole("option", { name: option }).click();
  }

  /** Puts a reference where the caret is, by the menu beside the prompt. */
  async pickVariable(group: string, path: string): Promise<void> {
    await this.root
      .locator("[data-field=userPrompt]")
      .getByRole("button", { name: "Insert a value" })
      .click();
    const menu = this.page.getByRole("dialog", { name: "Insert a value" });
    const section = menu.locator("section").filter({ has: this.page.getByRole("heading", { name: group }) });
    await section.getByRole("button", { name: new RegExp(`^${path} `) }).click();
    await expect(menu).toBeHidden();
  }

  /** Adds what the list offers under a name: a workflow, an agent, a knowledge base, or a built-in tool. */
  async addTool(name: string): Promise<void> {
    await this.root.getByRole("button", { name: "Add tool" }).click();
    await this.page.getByRole("combobox", { name: "Search tools" }).fill(name);
    await this.page.getByRole("option", { name }).click();
    await expect(this.root.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
  }

  /** Sets up a new custom tool without leaving the node. */
  async addCustomTool(tool: { name: string; description: string; script: string }): Promise<void> {
    await this.root.getByRole("button", { name: "Add tool" }).click();
    await this.page.getByRole("option", { name: "Custom tool" }).click();
    const dialog = this.page.getByRole("dialog", { name: "New tool: Custom tool" });
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(tool.name);
    await dialog.getByRole("textbox", { name: "Description" }).fill(tool.description);
    await dialog.getByRole("textbox", { name: "Script", exact: true }).fill(tool.script);
    await dialog.getByRole("button", { name: "Add tool" }).click();
    await expect(dialog).toBeHidden();
  }

  /** Model texts, one for each round. */
  get modelTexts(): Locator {
    const section = this.root
      .locator("section")
      .filter({ has: this.page.getByRole("heading", { name: "Model text" }) });
    return section.last().getByRole("paragraph");
  }

  get toolCalls(): ToolCallList {
    return new ToolCallList(this.root);
  }

  /** The value of one field of the output, as the panel draws it. */
  output(field: string): Locator {
    return this.root
      .getByRole("listitem")
      .filter({ has: this.page.getByRole("button", { name: field, exact: true }) });
  }
}
