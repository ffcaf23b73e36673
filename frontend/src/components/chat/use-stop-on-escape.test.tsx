import { fireEvent, render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useStopOnEscape } from "./use-stop-on-escape";

function Answer({ onStop, beside }: { onStop?: () => void; beside?: "dialog" | "menu" | "listbox" }) {
  useStopOnEscape(onStop);
  return <div role={beside} />;
}

it.each([
  ["Escape", undefined, 1],
  ["Enter", undefined, 0],
  ["Escape", "dialog", 0],
  ["Escape", "menu", 0],
  ["Escape", "listbox", 0],
] as const)("%s beside %s stops %i times", (key, beside, times) => {
  const onStop = vi.fn();
  render(<Answer onStop={onStop} {...(beside && { beside })} />);
  fireEvent.keyDown(document.body, { key });
  expect(onStop).toHaveBeenCalledTimes(times);
});

it("leaves Escape alone in an input method, and once nothing is written any more", () => {
  const onStop = vi.fn();
  const { rerender } = render(<Answer onStop={onStop} />);
  fireEvent.keyDown(document.body, { key: "Escape", isComposing: true });
  rerender(<Answer />);
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(onStop).not.toHaveBeenCalled();
});
