import { Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Citation } from "@/api/types";
import classes from "./citation-chip.module.css";

/** Number of a cited passage; the passage and its place are shown on hover, focus and touch. */
export function CitationChip({ citation }: { citation: Citation }) {
  const { t } = useTranslation("chat");
  const { number, document, page, sheet, text } = citation;
  const place = page === null ? sheet : t("source.page", { page });
  const from = place === "" ? document : t("source.place", { document, place });
  return (
    <Tooltip
      multiline
      className={classes.tip}
      events={{ hover: true, focus: true, touch: true }}
      openDelay={150}
      w="min(360px, calc(100vw - 32px))"
      label={
        <>
          <strong className={classes.from}>{from}</strong>
          <span className={classes.passage}>{text}</span>
        </>
      }
    >
      <button type="button" className={classes.chip} aria-label={t("source.label", { number, from })}>
        {number}
      </button>
    </Tooltip>
  );
}
