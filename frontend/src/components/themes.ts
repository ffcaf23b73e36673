import type { IconName } from "@/components/icons";

/** The choices of colour scheme; `label` is a key of the common texts. */
export const THEMES: { id: "light" | "dark" | "auto"; icon: IconName; label: string }[] = [
  { id: "light", icon: "sun", label: "theme.light" },
  { id: "dark", icon: "moon", label: "theme.dark" },
  { id: "auto", icon: "device-desktop", label: "theme.system" },
];
