/** The administrator's panel in Chinese: a text without a Chinese sign is one that nobody translated. */

import type { Page } from "@playwright/test";
import { AdminPanel } from "./screens/admin";
import { Gate } from "./services/gate";
import { expect, test } from "./story";
import { setScene } from "./visual/fixtures";

// What people write in this scene is Chinese.
test.use({ stage: "visual" });
test.slow();

test("no text of the administrator's panel escapes translation", async ({ page, api, baseURL }) => {
  const gate = await Gate.start();
  await setScene(api, gate);
  await gate.stop();
  await page.context().addCookies([{ name: "django_language", value: "zh-hans", url: baseURL ?? "" }]);
  const { addresses } = await new AdminPanel(page).pages();
  expect(addresses.length).toBeGreaterThan(20);
  for (const address of addresses) {
    await test.step(address, async () => {
      await page.goto(address);
      // A link may lead out of the panel, to the account.
      if (!new URL(page.url()).pathname.startsWith("/admin/")) return;
      await expect(page.locator("html")).toHaveAttribute("lang", "zh-hans");
      expect.soft(await untranslated(page), `texts in English at ${address}`).toEqual([]);
    });
  }
});

/** Names of products and formats, keys of the stored data, and the administrator: the same in every language. */
const THE_SAME_EVERYWHERE =
  /^(start|first|hello|end)$|\b(Flowloom|UTC|JSON|HTTP|API|URL|ID|MCP|OAuth|OpenAI|Claude|Skill|[Ll]inh|xiaohongshu|custom|openapi|Airtable|Brave|Discord|Excel|Gmail|Google Calendar|Google Drive|Google Sheets|Jira|Notion|OneDrive|Outlook|SearXNG|Slack|Tavily|Telegram|WordPress|airtable|discord|excel|gmail|jira|notion|onedrive|outlook|searxng|slack|speech|telegram|wordpress)\b|\b[0-9a-f]{8}-[0-9a-f-]+|[a-z]+[_:.*/-]\S*|https?:\S+/g;

/** Entered or stored data, code, and icon names. */
const DATA =
  "script, style, code, pre, kbd, svg, textarea, [translate=no], .material-symbols-outlined, #result_list td";

async function untranslated(page: Page): Promise<string[]> {
  const texts = await page.evaluate((data) => {
    const shown: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (parent?.checkVisibility() && !parent.closest(data))
        shown.push(walker.currentNode.textContent ?? "");
    }
    for (const name of ["aria-label", "title", "placeholder"])
      for (const element of document.querySelectorAll(`body [${name}]`))
        if (element.checkVisibility() && !element.closest(data)) shown.push(element.getAttribute(name) ?? "");
    return shown;
  }, DATA);
  const bare = texts.map((text) => text.trim().replace(THE_SAME_EVERYWHERE, ""));
  return [...new Set(bare)].filter((text) => /[A-Za-z]{3}/.test(text) && !/\p{Script=Han}/u.test(text));
}
