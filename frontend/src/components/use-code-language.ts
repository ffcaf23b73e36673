import type { Extension } from "@codemirror/state";
import { useEffect, useState } from "react";

/** Parsers weigh as much as half of the editor, so each is loaded by the first editor that shows its language. */
const PARSERS = {
  json: async () => {
    const [{ json }, { endOfJsonText }] = await Promise.all([
      import("@codemirror/lang-json"),
      import("./code-editing"),
    ]);
    return [json(), endOfJsonText];
  },
  javascript: async () => (await import("@codemirror/lang-javascript")).javascript(),
  python: async () => (await import("@codemirror/lang-python")).python(),
};

async function load(language: keyof typeof PARSERS): Promise<Extension> {
  const [parser, { codeEditing }] = await Promise.all([PARSERS[language](), import("./code-editing")]);
  return [parser, codeEditing];
}

export type CodeLanguage = keyof typeof PARSERS | "text";

const NONE: Extension = [];
const loaded = new Map<CodeLanguage, Extension>([["text", NONE]]);

/** Editor features of a language; none while loading. */
export function useCodeLanguage(language: CodeLanguage): Extension {
  const [, setArrived] = useState<CodeLanguage>();
  useEffect(() => {
    if (language === "text" || loaded.has(language)) return;
    let isShown = true;
    load(language).then((support) => {
      loaded.set(language, support);
      if (isShown) setArrived(language);
    });
    return () => {
      isShown = false;
    };
  }, [language]);
  return loaded.get(language) ?? NONE;
}
