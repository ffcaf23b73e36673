import { Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PolicyEffect } from "@/api/types";
import { Icon } from "@/components/icon";
import type { IconName } from "@/components/icons";
import classes from "./permissions.module.css";

const EFFECTS: readonly { effect: PolicyEffect; icon: IconName }[] = [
  { effect: "allow", icon: "check" },
  { effect: "ask", icon: "user-question" },
  { effect: "deny", icon: "ban" },
  { effect: "mock", icon: "transform" },
];

const ICONS = Object.fromEntries(EFFECTS.map(({ effect, icon }) => [effect, icon]));

/** Null: no rule, or none that is known before saving. */
export const effectIcon = (effect: PolicyEffect | null): IconName =>
  (effect === null ? undefined : ICONS[effect]) ?? "minus";

type Props = {
  label: string;
  /** Undefined for several cells at once. */
  chosen?: PolicyEffect | null;
  onChoose: (effect: PolicyEffect | null) => void;
  onClose: () => void;
  /** Below the effects. */
  children?: ReactNode;
};

/** Menu of the effects of a rule, over the cell that it is drawn in. */
export function EffectMenu({ label, chosen, onChoose, onClose, children }: Props) {
  const { t } = useTranslation("administration-permissions");
  const item = (effect: PolicyEffect | null, icon: ReactNode) => (
    <Menu.Item
      key={effect}
      leftSection={icon}
      rightSection={chosen === effect ? <Icon name="check" size={14} /> : null}
      onClick={() => onChoose(effect)}
    >
      {t(`effect.${effect ?? "inherit"}`)}
    </Menu.Item>
  );
  return (
    <Menu opened onChange={(opened) => !opened && onClose()} position="bottom-start" width={280}>
      <Menu.Target>
        <span className={classes.anchor} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        <Menu.Label className={classes.menuLabel}>{label}</Menu.Label>
        {item(null, <Icon name="arrow-bounce" />)}
        {EFFECTS.map(({ effect, icon }) => item(effect, <Icon name={icon} />))}
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
