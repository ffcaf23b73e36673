import type { Extension } from "@codemirror/state";
import { useEffect, useState } from "react";

/** Parsers weigh as much as half of the editor, so each is loaded by the first editor that shows its language. */
const PARSERS = {
  json: async () => (await import("@codemirror/lang-json")).json(),
  python: async () => (await import("@codemirror/lang-python")).python(),
};

export type CodeLanguage = keyof typeof PARSERS | "text";

const NONE: Extension = [];
const loaded = new Map<CodeLanguage, Extension>([["text", NONE]]);

/** The language support of an editor; while it is on its way, the text is plain. */
export function useCodeLanguage(language: CodeLanguage): Extension {
  const [, setArrived] = useState<CodeLanguage>();
  useEffect(() => {
    if (language === "text" || loaded.has(language)) return;
    let isShown = true;
    PARSERS[language]().then((parser) => {
      loaded.set(language, parser);
      if (isShown) setArrived(language);
    });
    return () => {
      isShown = false;
    };
  }, [language]);
  return loaded.get(language) ?? NONE;
}
