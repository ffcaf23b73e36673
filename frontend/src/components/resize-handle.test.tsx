import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ResizeHandle } from "./resize-handle";

const LIMITS = { min: 100, max: 200 };

describe("a resize handle", () => {
  it.each([
    ["top", "ArrowUp", 150, 174],
    ["top", "ArrowDown", 150, 126],
    ["top", "ArrowUp", 190, 200],
    ["left", "ArrowLeft", 150, 174],
    ["left", "ArrowRight", 110, 100],
  ] as const)("%s: %s makes %i into %i", (edge, key, size, expected) => {
    const onResize = vi.fn();
    render(<ResizeHandle edge={edge} label="Resize" size={size} limits={LIMITS} onResize={onResize} />);
    fireEvent.keyDown(screen.getByRole("separator", { name: "Resize" }), { key });
    expect(onResize).toHaveBeenCalledExactlyOnceWith(expected);
  });

  it("follows the pointer only while it is pressed", () => {
    const onResize = vi.fn();
    render(<ResizeHandle edge="left" label="Resize" size={150} limits={LIMITS} onResize={onResize} />);
    fireEvent.pointerMove(screen.getByRole("separator"), { pointerId: 1, clientX: -180 });
    expect(onResize).not.toHaveBeenCalled();
  });
});
