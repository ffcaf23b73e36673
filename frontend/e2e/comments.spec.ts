/** Two people talk about a node: a mention, the inbox, a live reply, resolved, and what stays when node or person go. */

import type { Page } from "@playwright/test";
import { Api } from "./api";
import { chain, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { ADMINISTRATOR, expect, test } from "./story";

/** All in one thread, the last one by a deleted account. */
const MANY = 500;
const manyComments = (workflow: string) => `
from django.contrib.auth.models import User
from workflow_editor.models import Comment, CommentThread
from workflow_editor.models.ids import lowest_uuid7
author = User.objects.get(username="${ADMINISTRATOR.username}")
thread = CommentThread.objects.create(workflow_id="${workflow}", node_key="greeting", node_name="Greeting")
own, gone = {"author": author, "author_name": author.username}, {"author_name": "zhao"}
Comment.objects.bulk_create(
    Comment(id=lowest_uuid7(n), thread=thread, text=f"Comment **{n}**", **(own if n < ${MANY - 1} else gone))
    for n in range(${MANY})
)
`;

const WEI = { username: "li.wei", password: "shuttle and loom 6" };

test("two people comment on a node", async ({ page, visitor, api, watch }) => {
  // A comment on a workflow that one may not see any more.
  watch.allow(/status of 404/, /WebSocket connection to/);
  const document = chain(start(), template("greeting", "Greeting", "Hello"));
  const { id } = await api.createWorkflow({ name: "Commented", document });
  await new Api(visitor.context().request).setUp(await api.invite(WEI.username), WEI);
  await api.addEditor(id, WEI.username, new Api(visitor.context().request));
  const comments = (tab: Page) => tab.getByRole("complementary", { name: /^Comments/ });
  const editor = new Editor(page);
  await editor.open(id);

  await test.step("one mentions the other, whose name is completed", async () => {
    await editor.canvas.select("Greeting");
    await editor.canvas.press("Shift+C");
    const field = comments(page).getByRole("textbox", { name: "Write a comment" });
    await field.pressSequentially("Warm **enough**? @li.");
    await expect(page.getByRole("option")).toHaveCount(1);
    await field.press("Enter");
    await expect(field).toHaveValue("Warm **enough**? @li.wei ");
    await field.press("Control+Enter");
    await expect(comments(page).getByRole("article")).toContainText("Warm enough? @li.wei");
    await expect(comments(page).locator("strong", { hasText: "enough" })).toBeVisible();
    await expect(editor.canvas.card("Greeting").getByRole("button", { name: "1 comment" })).toBeVisible();
  });

  await test.step("after Back, the selected node leads to its comments again, the workflow to its own", async () => {
    const back = comments(page).getByRole("button", { name: "All comments" });
    await back.click();
    await editor.canvas.card("Greeting").click();
    await expect(comments(page).getByRole("article")).toContainText("Warm enough?");
    await back.click();
    await comments(page)
      .getByRole("button", { name: /^Whole workflow/ })
      .click();
    await expect(page.getByRole("complementary", { name: "Comments on Whole workflow" })).toBeVisible();
    await expect(comments(page).getByRole("article")).toHaveCount(0);
    await editor.canvas.card("Greeting").click();
  });

  await test.step("the other finds it in the inbox, and is led to it", async () => {
    await visitor.goto("/agents");
    await visitor.getByRole("button", { name: "Inbox 1" }).click();
    await visitor.getByRole("button", { name: `${ADMINISTRATOR.username} mentioned you` }).click();
    await expect(comments(visitor).getByRole("article")).toContainText("Warm enough?");
    await expect(visitor.getByRole("button", { name: "Inbox", exact: true })).toBeVisible();
    expect(new URL(visitor.url()).search).toBe("");
  });

  await test.step("a reply appears at once, and changes and goes at both", async () => {
    const field = comments(visitor).getByRole("textbox", { name: "Write a comment" });
    await field.fill("Yes <img src=x onerror=alert(1)>");
    await comments(visitor).getByRole("button", { name: "Comment", exact: true }).click();
    const reply = comments(page).getByRole("article").nth(1);
    await expect(reply).toContainText("Yes <img src=x onerror=alert(1)>");
    await expect(reply.getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Inbox 1" })).toBeVisible();
    const own = comments(visitor).getByRole("article").nth(1);
    await own.getByRole("button", { name: "Edit comment" }).click();
    await own.getByRole("textbox").fill("Yes, warm");
    await own.getByRole("button", { name: "Save" }).click();
    await expect(reply).toContainText("Yes, warm");
    await expect(reply).toContainText("edited");
  });

  await test.step("one resolves it, the other opens it again by writing", async () => {
    await comments(page).getByRole("button", { name: "Mark as resolved" }).click();
    await expect(comments(visitor)).toContainText("Resolved.");
    await expect(editor.canvas.card("Greeting").getByRole("button", { name: /comment/ })).toHaveCount(0);
    await comments(visitor).getByRole("textbox", { name: "Write a comment" }).fill("One more thing");
    await comments(visitor).getByRole("textbox", { name: "Write a comment" }).press("Control+Enter");
    await expect(editor.canvas.card("Greeting").getByRole("button", { name: "3 comments" })).toBeVisible();
  });

  await test.step("a removed node and a removed member leave what was written", async () => {
    await api.removeMember(id, WEI.username);
    await editor.canvas.select("Greeting");
    await editor.canvas.press("Delete");
    await expect(comments(page)).toContainText("This node was deleted.");
    await page.reload();
    await editor.expectOpen();
    await editor.canvas.press("Shift+C");
    await comments(page)
      .getByRole("button", { name: /Greeting · node deleted/ })
      .click();
    await expect(comments(page).getByRole("article")).toHaveCount(3);
    await expect(comments(page).getByText("former member")).toHaveCount(2);
  });
});

test("500 comments on a node are drawn a page at a time", async ({ page, product, api }) => {
  const { id } = await api.createWorkflow({
    name: "Talked about",
    document: chain(start(), template("greeting", "Greeting", "Hello")),
  });
  await product.script(manyComments(id));
  const editor = new Editor(page);
  await editor.open(id);
  const panel = page.getByRole("complementary", { name: /^Comments/ });
  const articles = panel.getByRole("article");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/comments/")) asked.push(request.url());
  });

  await test.step("the newest 50 are shown, with one request", async () => {
    const card = editor.canvas.card("Greeting");
    await card.getByRole("button", { name: `${MANY} comments` }).click();
    await expect(articles).toHaveCount(50);
    await expect(articles.last()).toContainText("zhaoformer member");
    await expect(articles.last()).toBeInViewport();
    expect(asked).toHaveLength(1);
    expect(await panel.locator("*").count()).toBeLessThan(2500);
  });

  await test.step("earlier ones come in pages, to the first", async () => {
    const earlier = panel.getByRole("button", { name: "Show earlier comments" });
    for (let shown = 100; shown <= MANY; shown += 50) {
      await earlier.click();
      await expect(articles).toHaveCount(shown);
    }
    await expect(earlier).toHaveCount(0);
    await expect(articles.first()).toContainText("Comment 0");
    expect(asked).toHaveLength(MANY / 50);
  });

  await test.step("a further one is written without a wait", async () => {
    const field = panel.getByRole("textbox", { name: "Write a comment" });
    await field.pressSequentially("And one more");
    await field.press("Control+Enter");
    await expect(articles.last()).toContainText("And one more");
    await expect(articles.last()).toBeInViewport();
  });
});
