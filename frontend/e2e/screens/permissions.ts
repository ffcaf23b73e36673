/** Permissions in the settings: the matrix of roles and tools, its explanations, and rules with conditions. */

import { expect, type Locator, type Page } from "@playwright/test";

type Choice = "Inherit" | "Allow" | "Ask a person" | "Deny" | "Mock";

export class Permissions {
  readonly grid: Locator;
  readonly filter: Locator;

  constructor(private readonly page: Page) {
    this.grid = page.getByRole("grid", { name: "Permissions" });
    this.filter = page.getByRole("searchbox", { name: "Filter tools" });
  }

  async open(): Promise<void> {
    await this.page.goto("/settings/providers");
    await this.page.getByRole("link", { name: "Permissions", exact: true }).click();
    await expect(this.grid).toBeVisible();
  }

  /** The cell of a tool and a role; its name ends with its effect. */
  cell(tool: string, role: string): Locator {
    return this.grid.locator(`button[aria-label^="${tool} · ${role}: "]`).first();
  }

  async expectEffect(cell: Locator, words: string | RegExp): Promise<void> {
    await expect(cell).toHaveAccessibleName(typeof words === "string" ? new RegExp(`: ${words}$`) : words);
  }

  async choose(effect: Choice): Promise<void> {
    await this.page.getByRole("menuitem", { name: effect, exact: true }).click();
  }

  async setRule(tool: string, role: string, effect: Choice): Promise<void> {
    await this.cell(tool, role).click();
    await this.choose(effect);
    await expect(this.page.getByText("1 unsaved change", { exact: true })).toBeVisible();
    await this.save();
  }

  async save(): Promise<void> {
    await this.page.getByRole("button", { name: /^Save \d+ changes?$/ }).click();
    await expect(this.page.getByText(/\d+ rules? changed\./).last()).toBeVisible();
    await expect(this.page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  }

  /** Form of a new rule, or of the one that is open. */
  async ruleForm(name: "Add rule" | "Edit rule") {
    if (name === "Add rule") {
      await this.page.goto("/settings/permissions?tab=rules");
      await this.page.getByRole("button", { name, exact: true }).click();
    }
    const dialog = this.page.getByRole("dialog", { name });
    await expect(dialog).toBeVisible();
    const clause = (at: number) => dialog.getByRole("listitem").nth(at);
    const choose = async (label: string, option: string) => {
      await dialog.getByRole("combobox", { name: label, exact: true }).click();
      await this.page.getByRole("option", { name: option, exact: true }).click();
    };
    return {
      dialog,
      choose,
      argument: (at = 0) => clause(at).getByRole("textbox", { name: "Argument" }),
      comparison: (at = 0) => clause(at).getByRole("combobox", { name: "Comparison" }),
      value: (at = 0) => clause(at).getByRole("textbox", { name: "Value" }),
      remove: (at = 0) => clause(at).getByRole("button", { name: "Remove the condition" }),
      add: dialog.getByRole("button", { name: "Add condition" }),
      advanced: dialog.getByRole("button", { name: "Advanced: write as CEL" }),
      asSentence: dialog.getByRole("button", { name: "Write as a sentence" }),
      expression: dialog.getByRole("textbox", { name: "CEL expression" }),
      fault: dialog.getByRole("alert"),
      tryOut: dialog.getByRole("button", { name: "Try on past calls" }),
      outcome: dialog.locator("output"),
      save: dialog.getByRole("button", { name: "Save", exact: true }),
    };
  }

  /** Opens the explanation of a cell. */
  async explain(tool: string, role: string): Promise<Locator> {
    await this.cell(tool, role).click();
    await this.page.getByRole("menuitem", { name: "Explain", exact: true }).click();
    const dialog = this.page.getByRole("dialog", { name: "Who may use what, and why" });
    await expect(dialog).toBeVisible();
    return dialog;
  }
}
