import { beforeEach, describe, expect, it } from "vitest";
import { useUi } from "./ui-store";

beforeEach(() => useUi.setState(useUi.getInitialState(), true));

describe("the dock", () => {
  it("stays open for the workflow that it was opened for, and for no other", () => {
    const { openWorkflow, set } = useUi.getState();
    openWorkflow("a");
    set({ dockOpen: true });
    openWorkflow("a");
    expect(useUi.getState().dockOpen).toBe(true);
    openWorkflow("b");
    expect(useUi.getState().dockOpen).toBe(false);
    openWorkflow("a");
    expect(useUi.getState().dockOpen).toBe(false);
  });
});
