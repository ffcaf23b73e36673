import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { NewLink } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { formatDateTime } from "@/i18n/format";
import classes from "./people.module.css";

type Props = { link: NewLink; email?: string; text: string; onClose: () => void };

/** New one-time link: shown here and nowhere else. */
export function ShownLink({ link, email = "", text, onClose }: Props) {
  const { t, i18n } = useTranslation("administration-people");
  const { address, expires_at: end, mailed } = link;
  return (
    <>
      {mailed !== undefined && (
        <p className={classes.mailed} data-failed={!mailed || undefined} role="status">
          {t(mailed ? "invite.mailed" : "invite.notMailed", { email })}
        </p>
      )}
      <p className={classes.note}>{text}</p>
      <span className={classes.link}>
        <code>{address}</code>
        <CopyButton text={address} size="md" />
      </span>
      <p className={classes.note}>{t("invite.end", { time: formatDateTime(end, i18n.language) })}</p>
      <div className={classes.formEnd}>
        <Button onClick={onClose}>{t("invite.done")}</Button>
      </div>
    </>
  );
}
