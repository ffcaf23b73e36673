/** Services with logos; as icons they are named `logo-…`. */

/** Inserted at build by `service-logos.ts`, beside the configuration of Vite. */
declare const SERVICE_LOGOS: { file: string; names: string[] };

const PREFIX = "logo-";
const NAMES = new Set(SERVICE_LOGOS.names);

/** The icon of a service by its id: its logo, or another icon where it has none. */
export function serviceIcon(id: string | undefined, other: string): string {
  return id && NAMES.has(id) ? PREFIX + id : other;
}

/** The icon of a model API by the id of its preset. */
export function presetIcon(preset: string | undefined): string {
  return preset === "offline" ? "robot" : serviceIcon(preset, "sparkles");
}

/** The logo's address in the picture of all; null for other icons. */
export function logoAddress(icon: string): string | null {
  const name = icon.startsWith(PREFIX) ? icon.slice(PREFIX.length) : "";
  return NAMES.has(name) ? `${import.meta.env.BASE_URL}${SERVICE_LOGOS.file}#${name}` : null;
}
