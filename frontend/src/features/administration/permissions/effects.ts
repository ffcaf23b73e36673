/** Effects of permission rules: their order in menus, and their icons. */

import type { PolicyEffect } from "@/api/types";
import type { IconName } from "@/components/icons";

export const EFFECTS: readonly { effect: PolicyEffect; icon: IconName }[] = [
  { effect: "allow", icon: "check" },
  { effect: "ask", icon: "user-question" },
  { effect: "deny", icon: "ban" },
  { effect: "mock", icon: "transform" },
];

const ICONS = Object.fromEntries(EFFECTS.map(({ effect, icon }) => [effect, icon]));

/** Null: no rule, or none that is known before saving. */
export const effectIcon = (effect: PolicyEffect | null): IconName =>
  (effect === null ? undefined : ICONS[effect]) ?? "minus";
