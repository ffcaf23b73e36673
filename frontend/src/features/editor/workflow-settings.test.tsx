import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { WorkflowSummary } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { type Asked, refuse, serve } from "@/test/server";
import { workflowSummary } from "@/test/workflows";
import { WorkflowSettingsForm } from "./workflow-settings-form";

const NONE = {
  deadlineS: null,
  budgetTokens: null,
  budgetMoney: null,
  maxConcurrentRuns: null,
  historyDays: null,
  historyRuns: null,
  historyMegabytes: null,
};
const WORKFLOW = workflowSummary({ revision: 3, settings: { ...NONE, deadlineS: 60 } });

function openForm(answer: (asked: Asked) => unknown, changes: Partial<WorkflowSummary> = {}) {
  const asked = serve({ "PATCH /api/workflows/w1/": answer });
  const onClose = vi.fn();
  const form = <WorkflowSettingsForm workflow={{ ...WORKFLOW, ...changes }} onClose={onClose} />;
  renderRoutes([{ path: "/", element: form }], "/");
  return { asked, onClose };
}

const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));

it("saves limits, and takes away one that is emptied", async () => {
  const { asked, onClose } = openForm(() => WORKFLOW);
  await userEvent.clear(screen.getByLabelText("Deadline"));
  await userEvent.type(screen.getByLabelText("Cost budget"), "1.5");
  await userEvent.type(screen.getByLabelText("Runs to keep"), "2000");
  await userEvent.click(screen.getByRole("switch", { name: /Offer to other agents/ }));
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked[0]?.body).toEqual({
    settings: { ...NONE, budgetMoney: 1.5, historyRuns: 2000 },
    offered_over_mcp: true,
  });
});

it("tells at the limit what the server refused, and stays open", async () => {
  const errors = [{ pointer: "/settings/deadlineS", code: "less_than_equal", message: "At most a year." }];
  const { onClose } = openForm(() => refuse({ status: 400, code: "invalid_input", errors }));
  await save();
  expect(await screen.findByText("At most a year.")).toBeTruthy();
  expect(screen.getByLabelText("Deadline").getAttribute("aria-invalid")).toBe("true");
  expect(onClose).not.toHaveBeenCalled();
});

it("leaves it to the owner to offer the workflow", async () => {
  const { asked } = openForm(() => WORKFLOW, { role: "editor" });
  expect(screen.queryByRole("switch")).toBeNull();
  await save();
  await waitFor(() => expect(asked[0]?.body).toEqual({ settings: WORKFLOW.settings }));
});
