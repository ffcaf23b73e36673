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

describe("the comments", () => {
  it("are those of a node that is pressed, also of the one that is selected", () => {
    const { openComments, select, set } = useUi.getState();
    select(["a"]);
    openComments("a");
    set({ commentsOf: null });
    select(["a"]);
    expect(useUi.getState().commentsOf).toBe("a");
  });

  it("are those of the whole workflow once it is chosen, until a node is pressed", () => {
    const { openComments, select } = useUi.getState();
    select(["a"]);
    openComments("");
    expect(useUi.getState()).toMatchObject({ commentsOpen: true, commentsOf: "", selection: ["a"] });
    select(["b"]);
    expect(useUi.getState().commentsOf).toBe("b");
  });
});
