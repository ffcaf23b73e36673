/** The model's text, one block per round with text. */

import { useTranslation } from "react-i18next";
import { TextWithFiles } from "@/components/text-with-files";
import classes from "./run-detail.module.css";

type Props = { streams: Readonly<Record<string, string>>; running: boolean };

const roundOf = (stream: string): number => Number(stream.replace(/\D+/g, "")) || 0;

export function ModelText({ streams, running }: Props) {
  const { t } = useTranslation("inspector");
  const spoken = Object.entries(streams)
    .filter(([, text]) => text !== "")
    .sort(([a], [b]) => roundOf(a) - roundOf(b));
  if (spoken.length === 0) return null;
  return (
    <section>
      <h2 className={classes.label}>{t("modelText")}</h2>
      {spoken.map(([stream, text], index) => (
        <p
          key={stream}
          className={classes.text}
          data-growing={(running && index === spoken.length - 1) || undefined}
        >
          <TextWithFiles text={text} />
        </p>
      ))}
    </section>
  );
}
