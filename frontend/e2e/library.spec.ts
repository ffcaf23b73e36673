/** Many workflows kept in order: folders, tags, favourites, acts on several, and finding them again. */

import { Api } from "./api";
import { tabTo } from "./keyboard";
import { WorkflowListScreen } from "./screens/workflow-list";
import { ADMINISTRATOR, expect, test } from "./story";

test.use({ stage: "approvals" });

test("workflows are starred, tagged together, moved, narrowed and found again", { tag: "@smoke" }, async ({
  page,
  api,
}) => {
  for (const name of ["Quarterly figures", "Invoice reminder", "Greeting cards"])
    await api.createWorkflow({ name });
  const list = new WorkflowListScreen(page);
  await list.open();

  const star = page.getByRole("button", { name: "Favourite: Quarterly figures" });
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");

  for (const name of ["Quarterly figures", "Invoice reminder"]) {
    await list.card(name).hover();
    await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  }
  const bar = page.getByRole("region", { name: "Selected workflows" });
  await expect(bar.getByText("2 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Tags…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Tags" }).fill("Bookkeeping");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("article").filter({ hasText: "Bookkeeping" })).toHaveCount(2);
  await bar.getByRole("button", { name: "Clear selection" }).click();

  await list.card("Invoice reminder").getByRole("button", { name: "Actions for Invoice reminder" }).click();
  await page.getByRole("menuitem", { name: "Move to folder…" }).click();
  await dialog.getByRole("combobox", { name: "Folder" }).fill("Finance/Reminders");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();

  const places = page.getByRole("navigation", { name: "Library" });
  await places.getByRole("link", { name: /^Bookkeeping/ }).click();
  await expect(list.card("Greeting cards")).toBeHidden();
  await places.getByRole("link", { name: /^Finance/ }).click();
  await places.getByRole("link", { name: /^Reminders/ }).click();
  await expect(page).toHaveURL(/\?folder=Finance%2FReminders$/);
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.reload();
  await expect(list.card("Invoice reminder")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.goBack();
  await expect(places.getByRole("link", { name: /^Finance/ })).toHaveAttribute("aria-current", "true");

  await page.goto("/");
  const favourites = page.getByRole("region", { name: "Favourites" });
  await expect(favourites.getByRole("link", { name: "Quarterly figures" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Find anything or run a command" }).fill("bookkeep");
  const results = page.getByRole("dialog").getByRole("button");
  await expect(results).toHaveText(["Quarterly figures", "Invoice reminder"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/workflows\/[0-9a-f-]{36}$/);
});

test("the same by keys alone", async ({ page, api }) => {
  await api.createWorkflow({ name: "Typed order" });
  await page.goto("/workflows?search=Typed");
  const list = new WorkflowListScreen(page);
  const star = page.getByRole("button", { name: "Favourite: Typed order" });
  await tabTo(page, star);
  await page.keyboard.press("Enter");
  await expect(star).toHaveAttribute("aria-pressed", "true");

  await tabTo(page, page.getByRole("button", { name: "Actions for Typed order" }));
  await page.keyboard.press("Enter");
  const tags = page.getByRole("menuitem", { name: "Edit tags…" });
  while (!(await tags.evaluate((item) => item === document.activeElement)))
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Tags" })).toBeFocused();
  await page.keyboard.type("Typed tag");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(list.card("Typed order").getByRole("link", { name: "Tag: Typed tag" })).toBeVisible();

  const box = page.getByRole("checkbox", { name: "Select Typed order" });
  await tabTo(page, box);
  await page.keyboard.press("Space");
  const bar = page.getByRole("region", { name: "Selected workflows" });
  await tabTo(page, bar.getByRole("button", { name: "Move…" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Folder" })).toBeFocused();
  await page.keyboard.type("By keys");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await tabTo(page, page.getByRole("link", { name: /^By keys \d/ }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/folder=By.+keys/);
  await expect(list.card("Typed order")).toBeVisible();

  await tabTo(page, box);
  await page.keyboard.press("Space");
  await tabTo(page, bar.getByRole("button", { name: "Delete…" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete “Typed order”?" });
  await tabTo(page, dialog.getByRole("button", { name: "Delete workflow" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nothing matches “Typed”")).toBeVisible();
});

const MANY = 120;

test("a long list comes as one scrolls, and one's own are apart", async ({ page, api, visitor }) => {
  const other = new Api(visitor.context().request);
  const colleague = { username: "kim", password: "shuttle and loom 7" };
  await other.setUp(await api.invite(colleague.username), colleague);
  const { id } = await other.createWorkflow({ name: "Scrolled: by kim" });
  await other.addEditor(id, ADMINISTRATOR.username, api);
  for (let at = 1; at <= MANY; at += 1) await api.createWorkflow({ name: `Scrolled: ${at}` });

  const cards = page.getByRole("article");
  await page.goto("/workflows?search=Scrolled");
  await expect(cards.first()).toBeVisible();
  expect(await cards.count()).toBeLessThan(MANY);
  // The one made first is the last of the list.
  const oldest = cards.filter({ hasText: "by kim" });
  await page.locator("main").hover();
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    await expect(oldest).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(cards).toHaveCount(MANY + 1);
  await expect(page.getByRole("button", { name: "Load more" })).toBeHidden();

  const mine = page.getByRole("navigation", { name: "Library" }).getByRole("link", { name: /^Mine/ });
  await mine.click();
  await expect(page).toHaveURL(/owner=me/);
  await expect(mine).toHaveAttribute("aria-current", "true");
  await expect(cards.first()).toBeVisible();
  await expect(page.getByText("Scrolled: by kim")).toBeHidden();
});
