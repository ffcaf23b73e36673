import { type RefObject, useCallback, useEffect, useRef } from "react";
import { takeFocus } from "@/lib/take-focus";
import { type Panel, useUi } from "@/stores/ui-store";

/** Lets a panel that a person has opened take the focus; for its `ref`. */
export function useTakeFocus<Frame extends HTMLElement>(panel: Panel): RefObject<Frame | null> {
  const frame = useRef<Frame>(null);
  const take = useTakenFocus();
  const isOpening = useUi(({ opening }) => opening === panel);
  useEffect(() => {
    if (!isOpening || !frame.current) return;
    useUi.getState().set({ opening: null });
    take(frame.current);
  }, [isOpening, take]);
  return frame;
}

/** `takeFocus` for a component, with which the focus is given back. */
export function useTakenFocus() {
  const release = useRef<() => void>(undefined);
  const take = useCallback((...[frame, options]: Parameters<typeof takeFocus>): void => {
    release.current?.();
    release.current = takeFocus(frame, options);
  }, []);
  useEffect(() => () => release.current?.(), []);
  return take;
}
