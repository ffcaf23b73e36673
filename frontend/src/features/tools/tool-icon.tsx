import { Icon } from "@/components/icon";
import classes from "@/features/tools/tools.module.css";

export function ToolIcon({ name }: { name: string }) {
  return (
    <span className={classes.icon}>
      <Icon name={name} size={18} />
    </span>
  );
}
