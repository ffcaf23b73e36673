import type { AgentAppearance } from "@/api/types";
import classes from "@/components/agent-sign/agent-sign.module.css";
import { signOf } from "@/components/agent-sign/sign-of";
import { Icon } from "@/components/icon";

type Props = {
  /** Short name of the agent. */
  slug: string;
  appearance: AgentAppearance | undefined;
  className?: string;
};

export function AgentSign({ slug, appearance, className = "" }: Props) {
  const { icon, category } = signOf(slug, appearance);
  return (
    <span className={`${classes.sign} ${className}`} data-category={category}>
      <Icon name={icon} size={18} />
    </span>
  );
}
