import { useTranslation } from "react-i18next";
import classes from "./chat.module.css";

type Props = { state: "hint" | "answering" | "waiting" };

/** Line below the field: the keys, or why nothing can be sent. */
export function ComposerHint({ state }: Props) {
  const { t } = useTranslation("chat");
  return <p className={classes.hint}>{t(`composer.${state}`)}</p>;
}
