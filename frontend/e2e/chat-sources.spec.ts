/** Sources of an answer: a chip with the passage, for who asked, and for a visitor on a phone. */

import { expect, test } from "./story";

const PASSAGE = "Punched cards steer the warp of a loom.";
const withDocument = (base: string) => `
from django.utils import timezone
from agents.knowledge.models import DocumentContent, KnowledgeBase, KnowledgeDocument
from agents.knowledge.services.indexing import index_next
document = KnowledgeDocument.objects.create(
    base=KnowledgeBase.objects.get(pk="${base}"), name="looms.txt", kind="text", size=9, queued_at=timezone.now()
)
DocumentContent.objects.create(document=document, text="${PASSAGE}")
while index_next():
    pass
`;

test("a number in an answer shows the passage behind it", async ({ page, api, product, browser }) => {
  const base = await api.createKnowledgeBase("Weaving mill");
  await product.script(withDocument(base.id));
  const { slug } = await api.createAgent({
    name: "Weaver",
    model: { offline_script: [{ text: "Cards steer it [1], not cats [7]." }] },
    knowledge_base_references: [{ source_id: base.slug }],
    rag: { threshold: 0 },
  });
  const source = { name: "Source 1: looms.txt" };

  await test.step("by pointer and by key", async () => {
    await page.goto(`/agents/${slug}/chat`);
    await page.getByRole("textbox", { name: "Message" }).fill("What steers the warp of a loom?");
    await page.keyboard.press("Enter");
    const answer = page.getByRole("article");
    const chip = answer.getByRole("button", source);
    await expect(answer).toContainText("not cats [7]");
    await chip.hover();
    await expect(page.getByRole("tooltip")).toContainText(PASSAGE);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await page.mouse.move(0, 0);
    await page.keyboard.press("Tab");
    await chip.focus();
    await expect(page.getByRole("tooltip")).toContainText(PASSAGE);
  });

  await test.step("by touch, for a visitor of a link", async () => {
    const phone = await browser.newContext({
      baseURL: product.url,
      hasTouch: true,
      colorScheme: "dark",
      viewport: { width: 390, height: 800 },
    });
    const visitor = await phone.newPage();
    await visitor.goto(await api.shareAgent(slug));
    await visitor.getByRole("textbox", { name: "Message" }).fill("What steers the warp of a loom?");
    await visitor.keyboard.press("Enter");
    await visitor.getByRole("button", source).tap();
    const passage = visitor.getByRole("tooltip");
    await expect(passage).toContainText(PASSAGE);
    const box = await passage.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    await phone.close();
  });
});
