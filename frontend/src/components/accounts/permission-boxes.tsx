import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AccountService } from "@/api/types";
import { useLocalText } from "@/i18n/local-text";
import classes from "./accounts.module.css";

type Props = {
  service: AccountService;
  chosen: string[];
  /** Permissions that the account already has. */
  held?: readonly string[];
  error?: ReactNode;
  onChange: (chosen: string[]) => void;
};

/** Permissions of the account, in words. */
export function PermissionBoxes({ service, chosen, held = [], error, onChange }: Props) {
  const { t } = useTranslation("settings");
  const text = useLocalText();
  return (
    <Checkbox.Group
      label={t("accounts.purpose")}
      description={t("accounts.purposeHelp")}
      error={error}
      value={[...new Set([...held, ...chosen])]}
      onChange={onChange}
    >
      <div className={classes.boxes}>
        {service.permissions.map(({ id, title }) => (
          <Checkbox key={id} value={id} label={text(title)} disabled={held.includes(id)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
