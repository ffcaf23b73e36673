/** The ways in: the one-time set-up and the sign-in. */

import type { Page } from "@playwright/test";

export type Person = { username: string; password: string };

export class SessionScreen {
  constructor(private readonly page: Page) {}

  async createAccount(link: string, person: Person): Promise<void> {
    await this.page.goto(link);
    await this.#fillIn(person);
    await this.page.getByRole("button", { name: "Create account" }).click();
  }

  async signIn(person: Person): Promise<void> {
    await this.page.goto("/sign-in");
    await this.#fillIn(person);
    await this.page.getByRole("button", { name: "Sign in" }).click();
  }

  async #fillIn({ username, password }: Person): Promise<void> {
    await this.page.getByLabel("User name").fill(username);
    await this.page.getByLabel("Password", { exact: true }).fill(password);
  }
}
