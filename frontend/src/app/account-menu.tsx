import { Menu, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { User } from "@/api/types";
import { AccountItems } from "@/app/account-items";
import classes from "@/app/rail.module.css";

export function AccountMenu({ user }: { user: User }) {
  const { t } = useTranslation();
  return (
    <Menu position="right-end" width={200}>
      <Menu.Target>
        <UnstyledButton className={classes.account} aria-label={t("nav.account", { name: user.username })}>
          <span className={classes.initial} data-initial={user.username.slice(0, 1).toUpperCase()} />
          <span className={classes.word}>{user.username}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <AccountItems user={user} />
      </Menu.Dropdown>
    </Menu>
  );
}
