import { useTranslation } from "react-i18next";
import type { Trigger } from "@/api/types";
import classes from "@/components/triggers/triggers.module.css";
import { currentLanguage } from "@/i18n";
import { NewAddressButton } from "./new-address-button";

/** Names the people who could read the address and may no longer run the workflow, and offers another address. */
export function KnownTo({ trigger, withButton }: { trigger: Trigger; withButton: boolean }) {
  const { t } = useTranslation("triggers");
  const names = trigger.known_to;
  if (names.length === 0) return null;
  return (
    <div className={classes.row} role="note">
      <p className={classes.error}>
        {t("address.knownTo", { names: new Intl.ListFormat(currentLanguage()).format(names) })}
      </p>
      {withButton && <NewAddressButton trigger={trigger} />}
    </div>
  );
}
