import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useUi } from "@/stores/ui-store";
import { useFocusField } from "./use-focus-field";

function Form({ isLoaded }: { isLoaded: boolean }) {
  return (
    <div ref={useFocusField()}>
      <div data-field="late">{isLoaded && <input aria-label="Late" />}</div>
      <div data-field="other">
        <input aria-label="Other" />
      </div>
    </div>
  );
}

const scrolled = vi.fn();

beforeEach(() => {
  Element.prototype.scrollIntoView = scrolled;
  useUi.setState({ focusField: "late" });
});

afterEach(() => vi.clearAllMocks());

describe("a field that somebody is led to", () => {
  it("gets the caret when it is drawn after the form", async () => {
    const { rerender } = render(<Form isLoaded={false} />);
    rerender(<Form isLoaded />);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Late")));
    expect(scrolled).toHaveBeenCalledOnce();
  });

  it.each(["pointerDown", "keyDown", "wheel"] as const)(
    "leaves alone who began elsewhere: %s",
    async (begin) => {
      const { rerender } = render(<Form isLoaded={false} />);
      const other = screen.getByLabelText("Other");
      act(() => other.focus());
      fireEvent[begin](other);
      rerender(<Form isLoaded />);
      await Promise.resolve();
      expect(document.activeElement).toBe(other);
      expect(scrolled).not.toHaveBeenCalled();
    },
  );
});
