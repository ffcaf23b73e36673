import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Distance from the end at which the list follows again. */
const NEAR_PX = 40;

type Followed = {
  /** Somebody has scrolled up; the list stays where it is. */
  isAway: boolean;
  /** Show the end, and follow it again. */
  toEnd: () => void;
};

/**
 * Keeps the end of a growing list in sight until somebody scrolls up; the box around the list is what scrolls.
 *
 * Entries that only unfold move the list as long as it is live, and not when somebody is reading it afterwards.
 */
export function useFollowEnd(list: RefObject<HTMLElement | null>, length: number, isLive: boolean): Followed {
  const follows = useRef(true);
  const [isAway, setAway] = useState(false);
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
      setAway(!follows.current);
    };
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      follows.current = true;
      box.removeEventListener("scroll", onScroll);
    };
  }, [list, isEmpty]);
  useLayoutEffect(() => {
    if (length > 0) scrollToEnd(list.current, follows.current);
  }, [list, length]);
  useEffect(() => {
    const content = list.current;
    if (!content || !isLive || isEmpty) return;
    const observer = new ResizeObserver(() => scrollToEnd(content, follows.current));
    observer.observe(content);
    return () => observer.disconnect();
  }, [list, isEmpty, isLive]);
  const toEnd = useCallback(() => {
    follows.current = true;
    setAway(false);
    scrollToEnd(list.current, true);
  }, [list]);
  return { isAway, toEnd };
}

function scrollToEnd(content: HTMLElement | null, follows: boolean): void {
  const box = content?.parentElement;
  if (box && follows) box.scrollTop = box.scrollHeight;
}
