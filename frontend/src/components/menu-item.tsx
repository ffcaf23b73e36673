import { Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "@/components/icon";
import type { IconName } from "@/components/icons";

type Props = { icon: IconName; label: string; onClick?: () => void; to?: string };

/** An action of a menu, or a way to another page. */
export function MenuItem({ icon, label, onClick, to }: Props) {
  const leftSection = <Icon name={icon} />;
  return to === undefined ? (
    <Menu.Item leftSection={leftSection} onClick={onClick}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item component={Link} to={to} leftSection={leftSection}>
      {label}
    </Menu.Item>
  );
}

type SharingProps = {
  /** Right of the user. */
  role: string;
  deletion: string;
  onAsk: (question: "members" | "leave" | "delete") => void;
};

/** The end of a shared thing's menu: its owner shares or deletes it, others leave it. */
export function SharingItems({ role, deletion, onAsk }: SharingProps) {
  const { t } = useTranslation("sharing");
  return role === "owner" ? (
    <>
      <MenuItem icon="share" label={t("members.action")} onClick={() => onAsk("members")} />
      <Menu.Divider />
      <MenuItem icon="trash" label={deletion} onClick={() => onAsk("delete")} />
    </>
  ) : (
    <>
      <Menu.Divider />
      <MenuItem icon="door-exit" label={t("leaveAction")} onClick={() => onAsk("leave")} />
    </>
  );
}
