/** Correction of unsupported syntax, with a button that applies it. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./template-editor.module.css";
import type { WrongSyntax } from "./wrong-syntax";

type Props = {
  text: string;
  found: readonly WrongSyntax[];
  readOnly: boolean;
  onReplace: (one: WrongSyntax) => void;
};

/** The next ones come up when the first are mended. */
const MOST_SHOWN = 3;

export function SyntaxAdvice({ text, found, readOnly, onReplace }: Props) {
  const { t } = useTranslation("variables");
  if (found.length === 0) return null;
  return (
    <ul className={classes.advice} aria-live="polite">
      {found.slice(0, MOST_SHOWN).map((one) => (
        <li key={one.from}>
          <span>
            {t("syntax.wrong", { written: text.slice(one.from, one.to) })}{" "}
            {one.replacement === null
              ? t("syntax.chooseInstead")
              : t("syntax.writeInstead", { replacement: one.replacement })}
          </span>
          {one.replacement !== null && !readOnly && (
            <Button variant="default" size="compact-xs" onClick={() => onReplace(one)}>
              {t("syntax.replace")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
