import type { User } from "@/api/types";
import type { IconName } from "@/components/icons";

export type Place = {
  name:
    | "home"
    | "workflows"
    | "agents"
    | "runs"
    | "approvals"
    | "triggers"
    | "tools"
    | "knowledge"
    | "tables"
    | "settings";
  to: string;
  icon: IconName;
};

/** The places of the product, in the order of the rail; a phone shows the first four and the others under "More". */
export const PLACES: readonly Place[] = [
  { name: "home", to: "/", icon: "home" },
  { name: "workflows", to: "/workflows", icon: "sitemap" },
  { name: "runs", to: "/runs", icon: "history" },
  { name: "approvals", to: "/approvals", icon: "checkbox" },
  { name: "triggers", to: "/triggers", icon: "bolt" },
  { name: "agents", to: "/agents", icon: "robot" },
  { name: "tools", to: "/tools", icon: "tools" },
  { name: "knowledge", to: "/knowledge", icon: "book" },
  { name: "tables", to: "/tables", icon: "table-column" },
  { name: "settings", to: "/settings", icon: "settings" },
];

/** The administrator's panel is a page of the server, not of this program. */
export const ADMIN_PLACE = { to: "/admin/", icon: "shield-lock" } as const satisfies Partial<Place>;

/** The sections of the settings, in their order; each has its title in the texts of the settings. */
const SETTINGS_SECTIONS: readonly {
  id: string;
  icon: IconName;
  /** Only administrators may use it. */
  isForStaff?: boolean;
  /** Only those who administer people may use it. */
  isForSuperusers?: boolean;
  /** Shown below the others, in a group of its own. */
  isAdministration?: boolean;
}[] = [
  { id: "account", icon: "user-check" },
  { id: "providers", icon: "sparkles" },
  { id: "credentials", icon: "key" },
  { id: "variables", icon: "variable" },
  { id: "alerts", icon: "alert-triangle", isForStaff: true },
  { id: "tokens", icon: "terminal-2" },
  { id: "appearance", icon: "adjustments" },
  { id: "people", icon: "users", isForSuperusers: true, isAdministration: true },
  { id: "permissions", icon: "shield-check", isForStaff: true, isAdministration: true },
  { id: "audit", icon: "list-search", isForStaff: true, isAdministration: true },
];

/** The sections of the settings that a person may use. */
export const settingsSectionsOf = ({ is_staff, is_superuser }: User) =>
  SETTINGS_SECTIONS.filter(
    ({ isForStaff, isForSuperusers }) => (is_staff || !isForStaff) && (is_superuser || !isForSuperusers),
  );
