import { type FitViewOptions, useReactFlow, useStore } from "@xyflow/react";
import { type RefObject, useEffect } from "react";

type Props = { options: FitViewOptions; isMoved: RefObject<boolean> };

/** Keeps the whole graph in view when the canvas gets another size, until somebody has moved it. Inside React Flow. */
export function RefitOnResize({ options, isMoved }: Props) {
  const { fitView } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  useEffect(() => {
    if (width > 0 && height > 0 && !isMoved.current) void fitView(options);
  }, [width, height, options, isMoved, fitView]);
  return null;
}
