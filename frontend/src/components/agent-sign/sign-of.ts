/** Icon and colour of an agent: those that were chosen, else those of its short name. Pure. */

import type { AgentAppearance } from "@/api/types";
import { hashText } from "@/lib/hash-text";

export type AgentIcon = NonNullable<AgentAppearance["icon"]>;
export type AgentColour = NonNullable<AgentAppearance["colour"]>;

/** Colours by the category of nodes that has the same. */
const CATEGORIES = {
  violet: "ai",
  teal: "input",
  orange: "trigger",
  blue: "tools",
  pink: "messages",
  red: "publishing",
  green: "code",
  grey: "output",
} as const satisfies Record<AgentColour, string>;

const EVERY_ICON: Record<AgentIcon, true> = {
  robot: true,
  sparkles: true,
  messages: true,
  book: true,
  search: true,
  mail: true,
  pencil: true,
  language: true,
  rocket: true,
  "shield-check": true,
  map: true,
  database: true,
};

// Object.keys forgets of which.
export const ICONS = Object.keys(EVERY_ICON) as AgentIcon[];
export const COLOURS = Object.keys(CATEGORIES) as AgentColour[];

export function signOf(slug: string, { icon, colour }: AgentAppearance = {}) {
  const number = hashText(slug);
  const shown = colour ?? COLOURS[number % COLOURS.length] ?? "violet";
  return {
    icon: icon ?? ICONS[Math.floor(number / COLOURS.length) % ICONS.length] ?? "robot",
    category: CATEGORIES[shown],
  };
}
