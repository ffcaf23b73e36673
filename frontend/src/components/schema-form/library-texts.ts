/** The few words that the form library says itself, in the language of the interface. */

import { replaceStringParameters, TranslatableString } from "@rjsf/utils";
import i18next from "i18next";

const KEYS: Readonly<Partial<Record<TranslatableString, string>>> = {
  [TranslatableString.AddButton]: "addRow",
  [TranslatableString.AddItemButton]: "addRow",
  [TranslatableString.RemoveButton]: "removeRow",
  [TranslatableString.CopyButton]: "library.copy",
  [TranslatableString.MoveUpButton]: "library.up",
  [TranslatableString.MoveDownButton]: "library.down",
  [TranslatableString.ArrayItemTitle]: "library.item",
  [TranslatableString.EmptyArray]: "library.empty",
};

export function translateString(text: TranslatableString, params?: string[]): string {
  const key = KEYS[text];
  return key ? i18next.t(`schema-form:${key}`) : replaceStringParameters(text, params);
}
