import { type IconName, icons } from "@/components/icons";

type Props = {
  /** A name that the server sent and that is not in the map is drawn as a box. */
  name: IconName | (string & {});
  /** Edge length in pixels. */
  size?: number;
  stroke?: number;
  className?: string;
};

export function Icon({ name, size = 16, stroke = 1.75, className }: Props) {
  const Drawing = name in icons ? icons[name as IconName] : icons.box;
  return <Drawing size={size} stroke={stroke} className={className} aria-hidden="true" />;
}
