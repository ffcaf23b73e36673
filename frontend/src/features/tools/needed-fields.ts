import type { JsonObject, ToolType } from "@/api/types";
import { inLanguage } from "@/components/schema-form/prepare-schema";
import { objectOf, textOf, textsOf } from "@/document/config";
import type { Language } from "@/i18n";

/** Titles of what has to be filled in before a tool of this type can be used: required fields and keys. */
export function neededFields(type: ToolType, language: Language): string[] {
  const schema = type.config_schema as JsonObject;
  const required = new Set(textsOf(schema.required));
  return Object.entries(objectOf(schema.properties)).flatMap(([name, property]) => {
    const { title, "x-widget": widget } = inLanguage(objectOf(property), language);
    if (!required.has(name) && widget !== "secret") return [];
    return [textOf(title) || name];
  });
}
