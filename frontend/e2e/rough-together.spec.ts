/** Editing together on a bad day: sockets that die, a server that restarts, and clocks that differ. */

import type { BrowserContext, Page } from "@playwright/test";
import { Api } from "./api";
import { chain, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

const DAO = { username: "dao", password: "shuttle and loom 8" };
const HOUR_MS = 3_600_000;
const SOCKET_LIVES_MS = 1_000;

async function open(tab: Page, workflow: string) {
  const editor = new Editor(tab);
  await editor.open(workflow);
  return { tab, editor, field: tab.locator("[data-field=template] .cm-content") };
}

/** Every connection to the workflow is cut a second after it was made; returns how many there were. */
async function cutSockets(context: BrowserContext): Promise<() => number> {
  let made = 0;
  await context.routeWebSocket(/\/ws\/workflows\//, (socket) => {
    made += 1;
    const server = socket.connectToServer();
    setTimeout(() => {
      void server.close();
      void socket.close({ code: 4000 });
    }, SOCKET_LIVES_MS);
  });
  return () => made;
}

test("two people edit with clocks two hours apart, one of them over a socket that dies every second", async ({
  page,
  visitor,
  api,
  watch,
}) => {
  // Whoever cuts the sockets here still passes on what comes while they close.
  watch.allow(/status of 409/, /WebSocket connection to/, /WebSocket is already in CLOSING or CLOSED state/);
  const document = chain(start(), template("one", "one", "first"), template("two", "two", "second"));
  const { id } = await api.createWorkflow({ name: "Bad day", document });
  await new Api(visitor.context().request).setUp(await api.invite(DAO.username), DAO);
  await api.addEditor(id, DAO.username, new Api(visitor.context().request));
  await page.clock.install({ time: Date.now() - HOUR_MS });
  await visitor.clock.install({ time: Date.now() + HOUR_MS });
  const connections = await cutSockets(page.context());
  const first = await open(page, id);
  const second = await open(visitor, id);
  await first.editor.panel.open("one");
  await second.editor.panel.open("two");

  for (const round of [1, 2, 3, 4, 5]) {
    await Promise.all([first.field.fill(`first ${round}`), second.field.fill(`second ${round}`)]);
    for (const { editor } of [first, second]) await editor.expectSaved();
  }
  await expect.poll(connections).toBeGreaterThan(3);
  await first.editor.panel.open("two");
  await expect(first.field).toHaveText("second 5");
  await second.editor.panel.open("one");
  await expect(second.field).toHaveText("first 5");
  const texts = async () => (await api.graph(id)).nodes.slice(1).map(({ config }) => config.template);
  expect(await texts()).toEqual(["first 5", "second 5"]);

  await test.step("undo takes back one's own edit, whatever the clocks say", async () => {
    await first.tab.keyboard.press("Escape");
    await first.editor.canvas.press("Control+z");
    await expect(second.field).not.toHaveText("first 5");
    await first.editor.expectSaved();
    expect((await texts())[1]).toBe("second 5");
  });
});

test("a node that is dragged while the server restarts is stored where it was dropped", async ({
  page,
  api,
  product,
  watch,
}) => {
  watch.allow(/WebSocket connection to/, /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
  const { id } = await api.createWorkflow({
    name: "Restart",
    document: chain(start(), template("one", "one", "text")),
  });
  const { editor } = await open(page, id);
  const place = async () => (await api.graph(id)).nodes.find(({ key }) => key === "one")?.position;
  const before = await place();
  const icon = await editor.canvas.card("one").locator(".fl-card-icon").boundingBox();
  if (!icon) throw new Error("the card is not drawn");
  await page.mouse.move(icon.x + 5, icon.y + 5);
  await page.mouse.down();
  await page.mouse.move(icon.x + 60, icon.y + 130, { steps: 8 });
  await product.kill("SIGKILL");
  await page.mouse.move(icon.x + 85, icon.y + 205, { steps: 8 });
  await page.mouse.up();
  await expect(page.getByRole("button", { name: "Offline", exact: true })).toBeVisible();
  await product.up();
  await editor.expectSaved();
  const stored = await place();
  expect(stored?.x).toBeGreaterThan(before?.x ?? Number.NaN);
  expect(stored?.y).toBeGreaterThan((before?.y ?? Number.NaN) + 100);
});
