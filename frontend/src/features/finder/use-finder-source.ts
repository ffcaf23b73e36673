import { useEffect, useRef } from "react";
import type { FinderGroup } from "./finder-group";
import { useFinder } from "./finder-store";

/** Adds groups to the finder, before its own, for as long as the screen is shown. */
export function useFinderSource(source: () => FinderGroup[]): void {
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  useEffect(() => {
    const offer = () => latest.current();
    useFinder.setState({ source: offer });
    return () => useFinder.setState((state) => (state.source === offer ? { source: null } : state));
  }, []);
}
