import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import classes from "@/components/json-view.module.css";
import { TextWithFiles } from "@/components/text-with-files";

/** Characters of a text shown before one has to ask for all of it. */
const FIRST_CHARACTERS = 600;

export function JsonLeaf({ value }: { value: Json }) {
  if (typeof value === "string") return <TextLeaf text={value} />;
  if (value !== null && typeof value === "object") {
    return <span className={classes.summary}>{Array.isArray(value) ? "[ ]" : "{ }"}</span>;
  }
  return <span className={typeof value === "number" ? classes.number : classes.word}>{String(value)}</span>;
}

function TextLeaf({ text }: { text: string }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const isLong = text.length > FIRST_CHARACTERS;
  return (
    <span className={classes.text}>
      <TextWithFiles text={whole || !isLong ? text || '""' : `${text.slice(0, FIRST_CHARACTERS)}…`} />
      {isLong && (
        <button type="button" className={classes.more} onClick={() => setWhole(!whole)}>
          {whole ? t("action.showLess") : t("action.showAll")}
        </button>
      )}
    </span>
  );
}
