/** Numbers that JavaScript cannot count: typed, sent and shown as they are. */

import { chain, end } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

const ID = "7615917337495251231";

test("an id of nineteen digits is typed, sent and shown as it is", async ({ page, api }) => {
  const fields = [
    { name: "order", type: "number", title: "order", required: false },
    { name: "rows", type: "json", title: "rows", required: false },
  ];
  const first = { key: "start", name: "Start", type: "start", config: { fields } };
  const document = chain(first, end({ order: "{{ inputs.order }}", rows: "{{ inputs.rows }}" }));
  const { id } = await api.createWorkflow({ name: "Orders", document });
  const editor = new Editor(page);
  await editor.open(id);
  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && /\/runs\/$/.test(request.url()),
  );
  const started = page.waitForResponse(
    (response) => response.request().method() === "POST" && /\/runs\/$/.test(response.url()),
  );
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const { form } = editor.runBar;
  await form.getByRole("textbox", { name: "order" }).fill(ID);
  await form.getByRole("textbox", { name: "rows" }).fill(`[{"id": ${ID}}]`);
  await form.getByRole("button", { name: "Run" }).click();
  expect((await sent).postData()).toContain(`"order":${ID},"rows":[{"id":${ID}}]`);
  const [, run] = /"id":"([0-9a-f-]{36})"/.exec(await (await started).text()) ?? [];
  await page.goto(`/runs/${run}`);
  await expect(page.getByText(ID).first()).toBeVisible();
  await expect(page.getByText(/76159173374952510\d\d/)).toBeHidden();
});
