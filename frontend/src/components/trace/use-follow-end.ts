import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** How near the end a reader must be for the list to follow again. */
const NEAR_PX = 40;

/**
 * Keeps the end of a growing list in sight until somebody scrolls up; the box around the list is what scrolls.
 *
 * Entries that only unfold move the list as long as it is live, and not when somebody is reading it afterwards.
 */
export function useFollowEnd(list: RefObject<HTMLElement | null>, length: number, isLive: boolean): void {
  const follows = useRef(true);
  const isEmpty = length === 0;
  useEffect(() => {
    const content = list.current;
    const box = content?.parentElement;
    if (!content || !box || isEmpty) return;
    let last = box.scrollTop;
    const onScroll = () => {
      // What is added below moves nothing, so only a reader scrolls up.
      if (box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX) follows.current = true;
      else if (box.scrollTop < last) follows.current = false;
      last = box.scrollTop;
    };
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      follows.current = true;
      box.removeEventListener("scroll", onScroll);
    };
  }, [list, isEmpty]);
  useLayoutEffect(() => {
    if (length > 0) toEnd(list.current, follows.current);
  }, [list, length]);
  useEffect(() => {
    const content = list.current;
    if (!content || !isLive || isEmpty) return;
    const observer = new ResizeObserver(() => toEnd(content, follows.current));
    observer.observe(content);
    return () => observer.disconnect();
  }, [list, isEmpty, isLive]);
}

function toEnd(content: HTMLElement | null, follows: boolean): void {
  const box = content?.parentElement;
  if (box && follows) box.scrollTop = box.scrollHeight;
}
