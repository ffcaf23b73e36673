/** A form and a chat inside pages of other sites: the code is copied from the screen, pasted there, and used. */

import type { JsonObject } from "../src/api/types";
import { copied } from "./copied";
import { chain, end, type NodeSpec, start } from "./documents";
import { Editor } from "./screens/editor";
import { OtherSite } from "./services/other-site";
import { test as base, expect } from "./story";

const test = base.extend<{ site: OtherSite }>({
  site: async ({ watch }, use) => {
    const site = await OtherSite.start();
    watch.allow(new RegExp(`request to another host: ${site.origin}/$`));
    await use(site);
    await site.stop();
  },
});

/** A workflow that repeats what it is given, begun by a form or a chat. */
function repeating(trigger: NodeSpec) {
  const graph = chain(start("topic"), end({ result: "About {{ inputs.topic }}" }));
  const beside = chain(trigger).nodes.map((node) => ({ ...node, position: { x: -400, y: 120 } }));
  return { ...graph, nodes: [...graph.nodes, ...beside] };
}

const page = (config: NodeSpec["config"]): NodeSpec => ({
  key: "page",
  name: "Page",
  type: "form_trigger",
  config: { showResult: true, ...config },
});

test("the code of a form works on another site", async ({ page: window, api, visitor, site }) => {
  const { id } = await api.createWorkflow({ name: "Ask the <loom>", document: repeating(page({})) });
  await api.publish(id);
  const editor = new Editor(window);
  await editor.open(id);
  await editor.canvas.card("Start").click();
  await editor.panel.of("Start").getByRole("button", { name: "Use it from outside" }).click();
  const section = window.getByRole("dialog").getByRole("region", { name: "Page" });
  site.html = await copied(section.locator("pre + button"));

  await visitor.goto(site.origin);
  const frame = visitor.frameLocator('iframe[title="Ask the <loom>"]');
  await frame.getByRole("textbox", { name: "topic" }).fill("weft");
  await frame.getByRole("button", { name: "Send" }).click();
  await expect(frame.getByText("About weft")).toBeVisible();
  expect(await api.runCount(id)).toBe(1);
});

test("the code of a chat works on another site", async ({ page: window, api, visitor, site }) => {
  const mapping = [{ name: "topic", value: "{{ trigger.message }}" }];
  const config = { mapping, framedBy: site.origin };
  const chat = { key: "page", name: "Page", type: "chat_trigger", config };
  const { id } = await api.createWorkflow({ name: "Talk to the loom", document: repeating(chat) });
  await api.publish(id);
  await window.goto(`/workflows/${id}/chat/page`);
  await window.getByRole("button", { name: "Share" }).click();
  await window.getByRole("button", { name: "Create link" }).click();
  site.html = await copied(window.getByRole("dialog").getByRole("status").locator("pre + button"));

  await visitor.goto(site.origin);
  const frame = visitor.frameLocator("iframe");
  await frame.getByRole("textbox", { name: "Message" }).fill("warp");
  await frame.getByRole("textbox", { name: "Message" }).press("Enter");
  await expect(frame.getByText("About warp")).toBeVisible();
});

test("a page that is not named may not show it", async ({ api, visitor, site, watch }) => {
  const REFUSED = /frame-ancestors/;
  watch.allow(REFUSED);
  const closed: JsonObject[] = [{ framedBy: "https://shop.example.com" }, { access: "signed_in" }];
  for (const config of closed) {
    const { id } = await api.createWorkflow({ name: "Closed", document: repeating(page(config)) });
    await api.publish(id);
    const address = await api.triggerAddress(id, "page");
    site.html = `<iframe src="${address}"></iframe>`;
    const refused = visitor.waitForEvent("console", (message) => REFUSED.test(message.text()));
    await visitor.goto(site.origin);
    await refused;
    await expect(visitor.frameLocator("iframe").getByRole("heading", { name: "Closed" })).toHaveCount(0);
  }
});
