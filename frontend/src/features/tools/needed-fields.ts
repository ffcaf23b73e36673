import type { ToolType } from "@/api/types";
import { inLanguage, readSchema } from "@/document/form-schema";
import type { Language } from "@/i18n";

/** Titles of what has to be filled in before a tool of this type can be used: required fields and keys. */
export function neededFields(type: ToolType, language: Language): string[] {
  const { required = [], properties = {} } = readSchema(type.config_schema);
  return Object.entries(properties)
    .filter(([name, field]) => required.includes(name) || field["x-widget"] === "secret")
    .map(([name, field]) => inLanguage(field, language).title || name);
}
