import { renderHook } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { useUi } from "@/stores/ui-store";
import { documentOf, node } from "@/test/documents";
import { openTestEditor } from "@/test/editor";
import { useNodeOfAddress } from "./use-node-of-address";

beforeEach(() => useUi.setState(useUi.getInitialState(), true));

it.each([
  ["node=hook&q=1", { selection: ["hook"], panelOpen: true, panelTab: "settings", commentsOpen: false }],
  ["node=gone&q=1", { selection: [], commentsOpen: false }],
  ["comments=hook&q=1", { selection: ["hook"], commentsOpen: true, commentsOf: "hook" }],
  ["comments=gone&q=1", { selection: [], commentsOpen: true, commentsOf: "gone" }],
  ["comments=&q=1", { selection: [], commentsOpen: true, commentsOf: "" }],
  ["q=1", { selection: [], commentsOpen: false }],
])("opens what %s leads to, once", (query, state) => {
  useUi.setState({ panelOpen: false, panelTab: "debug" });
  const editor = openTestEditor(documentOf([node("hook", "webhook")], []));
  const { result } = renderHook(
    () => {
      useNodeOfAddress(editor);
      return useLocation().search;
    },
    { wrapper: ({ children }) => <MemoryRouter initialEntries={[`/?${query}`]}>{children}</MemoryRouter> },
  );
  expect(useUi.getState()).toMatchObject(state);
  expect(result.current).toBe("?q=1");
});
