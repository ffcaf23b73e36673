import { type IconName, icons } from "@/components/icons";

type Props = {
  /** A name that the server sent and that is not in the map is drawn as a box. */
  name: IconName | (string & {});
  /** Edge length in pixels. */
  size?: number;
  stroke?: number;
  className?: string;
};

const DRAWINGS = new Map(Object.entries(icons));

export function Icon({ name, size = 16, stroke = 1.75, className }: Props) {
  const Drawing = DRAWINGS.get(name) ?? icons.box;
  return <Drawing size={size} stroke={stroke} className={className} aria-hidden="true" />;
}
