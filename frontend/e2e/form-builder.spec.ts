/** A public form is built in its own preview: fields, a choice, and a condition; then it is live, and filled in on a phone. */

import { chain, end, start, withForm } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";
import { expectAccessible } from "./visual/accessible";

const PHONE = { width: 390, height: 844 };

test("a form with a condition is built in its preview, published, and filled in on a phone", async ({
  page,
  api,
  visitor,
}) => {
  const document = withForm(chain(start(), end({ answer: "{{ inputs.coming }}, {{ inputs.guests }}" })));
  const { id } = await api.createWorkflow({ name: "Dinner", document });
  const editor = new Editor(page);
  await editor.open(id);
  await editor.panel.open("public", "Public form");
  const sheet = editor.panel.root.getByRole("region", { name: "Preview" });
  const press = (name: string) => sheet.getByRole("button", { name, exact: true }).click();
  const choose = async (list: string, option: string) => {
    await sheet.getByRole("combobox", { name: list }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };

  await test.step("a choice, and a number with limits, as visitors see them", async () => {
    await expect(sheet.getByRole("heading", { name: "Dinner", includeHidden: true })).toBeVisible();
    await press("Add a field");
    await expect(sheet.getByRole("textbox", { name: "Label" })).toBeFocused();
    await page.keyboard.type("Coming");
    await choose("Type", "Choice");
    await sheet.getByRole("textbox", { name: "Options, one per line" }).fill("Yes\nNo");
    await press("Done");
    await press("Add a field");
    await page.keyboard.type("Guests");
    await choose("Type", "Whole number");
    await sheet.getByRole("textbox", { name: "At least" }).fill("1");
    await sheet.getByRole("textbox", { name: "At most" }).fill("4");
    await sheet.getByRole("switch", { name: "Required" }).press("Space");
  });

  await test.step("its texts lead to their settings", async () => {
    await press("Edit the title");
    await expect(editor.panel.root.getByRole("textbox", { name: "Title" })).toBeFocused();
  });

  await test.step("shown when somebody comes", async () => {
    await press("Add a condition");
    await expect(sheet.getByText("Shown when “Coming” is Yes")).toBeVisible();
    await expectAccessible(page);
    await press("Done");
  });

  await test.step("a field that was deleted comes back", async () => {
    await press("Edit “Guests”");
    await press("Delete");
    await expect(sheet.getByRole("button", { name: "Edit “Guests”" })).toBeHidden();
    await press("Undo");
    await expect(sheet.getByRole("button", { name: "Edit “Guests”" })).toBeFocused();
    await editor.expectSaved();
  });

  await test.step("its name may change, and fields are dragged by mouse and finger", async () => {
    await press("Edit “Coming”");
    await sheet.getByRole("textbox", { name: "Name", exact: true }).fill("attends");
    await expect(sheet.getByText("Shown when “Coming” is Yes")).toBeVisible();
    await sheet.getByRole("textbox", { name: "Name", exact: true }).fill("coming");
    await press("Done");
    const fields = sheet
      .getByRole("list", { name: "Fields of the form" })
      .getByRole("button", { name: /^Edit/ });
    const between = async (from: number, to: number) => {
      const grip = await sheet.locator("[data-grip]").nth(from).boundingBox();
      const row = await sheet.getByRole("listitem").nth(to).boundingBox();
      if (!grip || !row) throw new Error("a field is out of sight");
      const x = grip.x + grip.width / 2;
      return [
        { x, y: grip.y + grip.height / 2 },
        { x, y: to < from ? row.y + 4 : row.y + row.height - 4 },
      ] as const;
    };
    const [down, up] = await between(1, 0);
    await page.mouse.move(down.x, down.y);
    await page.mouse.down();
    await page.mouse.move(up.x, up.y, { steps: 4 });
    await page.mouse.up();
    await expect(fields.first()).toHaveAccessibleName("Edit “Guests”");
    const finger = await page.context().newCDPSession(page);
    const [start, stop] = await between(0, 1);
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [start] });
    await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [stop] });
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect(fields.first()).toHaveAccessibleName("Edit “Coming”");
    await editor.expectSaved();
  });

  await api.publish(id);
  await visitor.setViewportSize(PHONE);
  await visitor.goto(await api.triggerAddress(id, "public"));
  const guests = visitor.getByRole("textbox", { name: "Guests" });
  const coming = visitor.getByRole("combobox", { name: "Coming" });
  const answer = async (option: string) => {
    await coming.click();
    await visitor.getByRole("option", { name: option, exact: true }).click();
  };

  await test.step("what a visitor typed into a field that is hidden again is not taken", async () => {
    await expect(coming).toBeVisible();
    await expect(guests).toBeHidden();
    await answer("Yes");
    await guests.fill("3");
    await answer("No");
    await expect(guests).toBeHidden();
    await visitor.getByRole("button", { name: "Send" }).click();
    await expect(visitor.getByText("No,")).toBeVisible();
    expect((await api.lastRun(id)).inputs).toEqual({ coming: "No", guests: null });
  });

  await test.step("where it is shown it is required", async () => {
    await visitor.getByRole("button", { name: "Send another" }).click();
    await answer("Yes");
    await visitor.getByRole("button", { name: "Send" }).click();
    await expect(visitor.getByText("Fill this in.")).toHaveCount(1);
    await expectAccessible(visitor);
    await guests.fill("3");
    await visitor.getByRole("button", { name: "Send" }).click();
    await expect(visitor.getByText("Yes, 3")).toBeVisible();
  });
});
