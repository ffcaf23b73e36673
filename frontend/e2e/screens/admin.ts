/** The administrator's pages and panel: people and roles. */

import { expect, type Page } from "@playwright/test";
import { Api } from "../api";
import { type Person, SessionScreen } from "./session";

export class AdminPanel {
  constructor(private readonly page: Page) {}

  async createRole(name: string): Promise<void> {
    await this.page.goto("/admin/auth/group/add/");
    await this.page.getByLabel("Name").fill(name);
    await this.#save();
  }

  async createModelProfile(pattern: string): Promise<void> {
    await this.page.goto("/admin/agents/modelprofile/add/");
    await this.page.getByLabel("Model", { exact: false }).fill(pattern);
    await this.page.getByLabel("Capabilities", { exact: false }).fill('{"native_tools": false}');
    await this.#save();
  }

  /** Invite someone of this role, who then chooses name and password in a browser of their own. */
  async createPerson(person: Person, role?: string): Promise<void> {
    const link = await new Api(this.page.context().request).invite(person.username, role);
    // Without the cookies that stories begin with: it is somebody else who opens the link.
    const context = await this.page
      .context()
      .browser()
      ?.newContext({ storageState: { cookies: [], origins: [] } });
    if (!context) throw new Error("no browser");
    const theirs = await context.newPage();
    await new SessionScreen(theirs).createAccount(link, person);
    await expect(theirs.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
    await context.close();
  }

  /** Begins emergency access to somebody's data. */
  async openData(username: string, reason: string): Promise<void> {
    await this.page.goto("/admin/tools/emergencyaccess/add/");
    await this.page.locator(".select2-selection").first().click();
    await this.page.locator(".select2-search__field").fill(username);
    await this.page.locator(".select2-results__option", { hasText: username }).first().click();
    await this.page.locator("[name=reason]").fill(reason);
    await this.page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(this.page.locator("#result_list, .result-list, table").first()).toContainText(reason);
  }

  /** Every page that can be reached: lists, forms of new rows, a form of a stored row of each list, and those with an entry. */
  async pages(): Promise<{ addresses: string[]; withoutRows: string[] }> {
    const addresses = new Set<string>(["/admin/"]);
    for (const address of await this.#links("/admin/")) {
      const [, , app, model, page] = address.split("/");
      if (!app || !model) continue;
      if (page) addresses.add(address);
      for (const list of await this.#links(`/admin/${app}/`)) addresses.add(list);
    }
    const withoutRows: string[] = [];
    for (const list of [...addresses].filter((address) => /^\/admin\/\w+\/\w+\/$/.test(address))) {
      const links = await this.#links(list);
      const row = links.find((address) => address.startsWith(list) && address.endsWith("/change/"));
      if (row) addresses.add(row);
      else withoutRows.push(list);
      for (const link of links) if (link === `${list}add/`) addresses.add(link);
    }
    return { addresses: [...addresses], withoutRows };
  }

  /** Paths below the panel that a page links to. */
  async #links(address: string): Promise<string[]> {
    await this.page.goto(address);
    const links = this.page.locator("a[href^='/admin/']");
    return links.evaluateAll((found) =>
      found.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
  }

  async #save(): Promise<void> {
    await this.page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(this.page.getByText("successfully")).toBeVisible();
  }
}
