import { type IconName, icons } from "@/components/icons";
import { logoAddress } from "@/lib/service-logos";

type Props = {
  /** Icon or service logo name; unknown names from the server are drawn as a box. */
  name: IconName | (string & {});
  /** Edge length in pixels. */
  size?: number;
  stroke?: number;
  className?: string;
};

const DRAWINGS = new Map(Object.entries(icons));

export function Icon({ name, size = 16, stroke = 1.75, className }: Props) {
  const logo = logoAddress(name);
  if (logo)
    return (
      <svg width={size} height={size} className={`fl-logo ${className ?? ""}`} aria-hidden="true">
        <use href={logo} />
      </svg>
    );
  const Drawing = DRAWINGS.get(name) ?? icons.box;
  return <Drawing size={size} stroke={stroke} className={className} aria-hidden="true" />;
}
