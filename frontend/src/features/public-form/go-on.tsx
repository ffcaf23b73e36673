/** Takes the visitor on to another page, with a link where a page around this one forbids that. */

import { Anchor } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import classes from "./public-form.module.css";

type Props = { address: string; onLeave: () => void };

export function GoOn({ address, onLeave }: Props) {
  const { t } = useTranslation("public-form");
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    leave();
    window.location.assign(address);
  }, [address]);
  return (
    <p className={classes.text}>
      {t("goingOn")} <Anchor href={address}>{new URL(address).host}</Anchor>
    </p>
  );
}
