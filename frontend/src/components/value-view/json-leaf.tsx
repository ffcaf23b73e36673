import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import { TextWithFiles } from "@/components/text-with-files";
import { currentLanguage } from "@/i18n";
import { formatCount } from "@/i18n/format";
import { isLongInteger } from "@/lib/json";
import classes from "./value-view.module.css";

/** Characters of a text shown before one has to ask for more of it. */
const FIRST_CHARACTERS = 600;
/** More than this is never drawn at once. */
export const MOST_CHARACTERS = 20_000;

const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text with its bidirectional controls by name: it must not read otherwise than it is. */
function withNamedBidiControls(text: string): string {
  return text.replace(BIDI_CONTROLS, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase()}⟩`);
}

export function JsonLeaf({ value }: { value: Json }) {
  if (typeof value === "string") return <TextLeaf text={value} />;
  if (isLongInteger(value)) {
    return (
      <span className={classes.number} translate="no">
        {value.rawJSON}
      </span>
    );
  }
  if (value !== null && typeof value === "object") {
    return <span className={classes.summary}>{Array.isArray(value) ? "[ ]" : "{ }"}</span>;
  }
  return (
    <span className={typeof value === "number" ? classes.number : classes.word} translate="no">
      {String(value)}
    </span>
  );
}

function TextLeaf({ text }: { text: string }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const isLong = text.length > FIRST_CHARACTERS;
  const part = text.slice(0, whole ? MOST_CHARACTERS : FIRST_CHARACTERS);
  const shown = withNamedBidiControls(part);
  return (
    <span className={classes.text}>
      <TextWithFiles text={shown === "" ? '""' : part.length < text.length ? `${shown}…` : shown} />
      {whole && <CutNote length={text.length} />}
      {isLong && (
        <button type="button" className={classes.more} onClick={() => setWhole(!whole)}>
          {t(whole ? "action.showLess" : text.length > MOST_CHARACTERS ? "value.showMore" : "action.showAll")}
        </button>
      )}
    </span>
  );
}

/** Says that only the beginning of a text is shown, and how to get all of it. */
export function CutNote({ length }: { length: number }) {
  const { t } = useTranslation();
  if (length <= MOST_CHARACTERS) return null;
  const language = currentLanguage();
  return (
    <span className={classes.cut} role="note">
      {t("value.cut", {
        shown: formatCount(MOST_CHARACTERS, language),
        total: formatCount(length, language),
      })}
    </span>
  );
}
