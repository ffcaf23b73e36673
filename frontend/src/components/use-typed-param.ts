import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";

const TYPING_MS = 200;

/** A text that one types and that is in the address a moment later; what is in the address otherwise is shown. */
export function useTypedParam(name: string): [text: string, type: (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const stored = params.get(name) ?? "";
  const [text, setText] = useState(stored);
  const written = useRef(stored);
  const write = useDebouncedCallback((wanted: string) => {
    written.current = wanted;
    const next = new URLSearchParams(params);
    if (wanted) next.set(name, wanted);
    else next.delete(name);
    setParams(next, { replace: true });
  }, TYPING_MS);
  useEffect(() => {
    if (stored === written.current) return;
    written.current = stored;
    write.cancel();
    setText(stored);
  }, [stored, write]);
  const type = (next: string) => {
    setText(next);
    write(next.trim());
  };
  return [text, type];
}
