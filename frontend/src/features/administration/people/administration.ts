import type { PersonAccount } from "@/api/types";

/** What a person administers, each level with all before it. */
export const ADMINISTRATIONS = ["none", "tools", "everything"] as const;
export type Administration = (typeof ADMINISTRATIONS)[number];

export function administrationOf({
  is_staff,
  is_superuser,
}: Pick<PersonAccount, "is_staff" | "is_superuser">): Administration {
  if (is_superuser) return "everything";
  return is_staff ? "tools" : "none";
}

/** The rights that make up a level. */
export const rightsOf = (level: Administration) => ({
  is_staff: level !== "none",
  is_superuser: level === "everything",
});
