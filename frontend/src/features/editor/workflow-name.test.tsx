import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { DocumentStoreContext } from "@/stores/document-store";
import { documentOf, node } from "@/test/documents";
import { openTestEditor } from "@/test/editor";
import { renderRoutes } from "@/test/render";
import { type Asked, refuse, serve } from "@/test/server";
import { workflowSummary } from "@/test/workflows";
import { WorkflowName } from "./workflow-name";

const WORKFLOW = workflowSummary({ name: "Teas" });
const MESSAGE = "Enter a name that can be seen.";
const REFUSED = refuse({
  status: 400,
  code: "invalid_input",
  errors: [{ pointer: "/name", code: "name_not_readable", message: MESSAGE }],
});

function open(answer: (asked: Asked) => unknown) {
  const asked = serve({ "PATCH /api/workflows/w1/": answer });
  const editor = openTestEditor(documentOf([node("s", "start")], []));
  const element = (
    <DocumentStoreContext value={editor.document}>
      <WorkflowName workflow={WORKFLOW} />
    </DocumentStoreContext>
  );
  renderRoutes([{ path: "/", element }], "/");
  return { asked, field: screen.getByRole<HTMLInputElement>("textbox", { name: "Workflow name" }) };
}

it("tells at the field why a name is refused, and keeps what was typed", async () => {
  const { asked, field } = open(() => REFUSED);
  await userEvent.clear(field);
  await userEvent.type(field, "???{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe(MESSAGE);
  expect(field.value).toBe("???");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(MESSAGE);
  await userEvent.click(field);
  await userEvent.tab();
  expect(asked).toHaveLength(1);
  await userEvent.type(field, "!");
  expect(field.getAttribute("aria-invalid")).toBe("false");
  await userEvent.type(field, "{Escape}");
  expect(field.value).toBe("Teas");
});

it("goes back to the old name where the server failed for another reason", async () => {
  const { field } = open(() => refuse({ status: 503, code: "unavailable", detail: "Try again later." }));
  await userEvent.type(field, " of May{Enter}");
  await waitFor(() => expect(field.value).toBe("Teas"));
  expect(field.getAttribute("aria-invalid")).toBe("false");
});
