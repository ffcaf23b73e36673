/** A member changes the address of a signed request: the key is not sent until its owner agrees. */

import { Api } from "./api";
import { callElsewhere, signedTool } from "./credential-questions";
import { chain, end, start } from "./documents";
import { Approvals } from "./screens/approvals";
import { RunPage } from "./screens/run-page";
import { Gate } from "./services/gate";
import { expect, test } from "./story";

const YAN = { username: "yan", password: "through the loom 4" };

test.use({ stage: "approvals" });

test("the owner is asked, refuses, and then confirms", async ({ page, visitor, api }) => {
  const [home, elsewhere] = [await Gate.start(), await Gate.start()];
  const origin = new URL(elsewhere.url).origin;
  const credential = await api.createCredential("Shop", "planted-key-7");
  const signed = (url: string) => ({ url, authType: "bearer", credential: credential.id });
  const workflow = await api.createWorkflow({
    name: "Orders",
    document: chain(
      start(),
      { key: "order", name: "Order", type: "http_request", config: signed(home.url) },
      end({ status: "{{ nodes.order.statusCode }}" }),
    ),
  });
  const approvals = new Approvals(page);
  const run = new RunPage(page);
  const startedRun = async (status: string) => {
    const { id } = await api.startRun(workflow.id, {});
    await run.open(id);
    await expect(run.header).toContainText(status);
    return id;
  };
  const decide = async (decision: string) => {
    await approvals.link.click();
    // The run page shows the same card until the screen has changed.
    await expect(approvals.heading).toBeVisible();
    await expect(approvals.card("Order")).toContainText(origin);
    await approvals.decide("Order", decision);
    await expect(page.getByText("Nothing is waiting for you")).toBeVisible();
  };

  await test.step("the owner's run sends the key where he has confirmed it goes", async () => {
    await api.confirmOrigin(credential.id, home.url);
    await startedRun("Succeeded");
    expect(home.calls).toBe(1);
  });

  await test.step("a member enters another address", async () => {
    const yan = new Api(visitor.context().request);
    await yan.setUp(await api.invite(YAN.username), YAN);
    await api.addEditor(workflow.id, YAN.username, yan);
    await yan.changeNode(workflow.id, "order", {
      config: signed(elsewhere.url),
    });
  });

  await test.step("the owner's next run waits, and says who saved the address", async () => {
    const id = await startedRun("Waiting");
    await expect(approvals.card("Order")).toContainText("yan saved this address");
    await visitor.goto(`/runs/${id}`);
    await expect(new RunPage(visitor).header).toContainText("Waiting");
    await expect(visitor.getByText("The owner of a credential must confirm where it is sent.")).toBeVisible();
    await expect(new Approvals(visitor).card("Order")).toBeHidden();
    await decide("Refuse");
    await run.open(id);
    await expect(run.header).toContainText("Failed");
    await expect(
      page.getByText(`linh did not allow the credential to be sent to ${origin}`).first(),
    ).toBeVisible();
    expect(elsewhere.calls).toBe(0);
  });

  await test.step("confirmed, the run goes on, and the settings know the address", async () => {
    const id = await startedRun("Waiting");
    await decide("Confirm address");
    await run.open(id);
    await expect(run.header).toContainText("Succeeded");
    expect(elsewhere.calls).toBe(1);
    await page.goto("/settings/credentials");
    await expect(page.getByText(origin, { exact: true })).toBeVisible();
    await startedRun("Succeeded");
  });
  await Promise.all([home.stop(), elsewhere.stop()]);
});

for (const width of [1440, 390]) {
  test(`a question in the settings is refused, asked again, and confirmed, ${width} pixels wide`, async ({
    page,
    api,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const [home, elsewhere] = [await Gate.start(), await Gate.start()];
    const origin = new URL(elsewhere.url).origin;
    const tool = await signedTool(api, `Orders ${width}`, home.url);
    const question = page.getByRole("group", { name: `May it be sent to ${origin}?` });
    const stop = page.getByRole("button", { name: `Stop sending it to ${origin}` });
    const ask = async () => {
      await callElsewhere(api, tool.id, elsewhere.url);
      await page.goto("/settings/credentials");
      await expect(question).toContainText("Run by linh");
    };
    const calls = async () => (await api.testTool(tool.id, { url: elsewhere.url })).result;

    await ask();
    await question.getByRole("button", { name: "Refuse" }).dblclick();
    await expect(question).toBeHidden();
    await expect(stop).toBeHidden();
    await page.reload();
    await expect(page.getByText(new URL(home.url).origin, { exact: true })).toBeVisible();
    await expect(question).toBeHidden();

    await ask();
    await question.getByRole("button", { name: "Allow this address" }).dblclick();
    await expect(question).toBeHidden();
    await expect(stop).toBeVisible();
    expect(elsewhere.calls).toBe(0);
    expect(await calls()).toMatchObject({ success: true });
    expect(elsewhere.calls).toBe(1);

    await stop.click();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await expect(stop).toBeHidden();
    await callElsewhere(api, tool.id, elsewhere.url);
    expect(elsewhere.calls).toBe(1);
    await Promise.all([home.stop(), elsewhere.stop()]);
  });
}
