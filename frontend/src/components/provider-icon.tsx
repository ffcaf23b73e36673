import { Icon } from "@/components/icon";
import type { IconName } from "@/components/icons";

/** Marks of services by the id of their preset; the others have none among the icons. */
const MARKS = new Map<string, IconName>([
  ["offline", "robot"],
  ["openai", "brand-openai"],
  ["azure", "brand-azure"],
  ["gemini", "brand-google"],
]);

/** The mark of a model API. */
export function ProviderIcon({ preset, size }: { preset: string | undefined; size?: number }) {
  return <Icon name={MARKS.get(preset ?? "") ?? "sparkles"} size={size} />;
}
