/** One tool call of an AI node: what was asked, what came back. */

import { UnstyledButton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Duration } from "@/components/duration";
import { Icon } from "@/components/icon";
import { StatusDot } from "@/components/status-dot";
import { useToolTitle } from "@/components/use-tool-title";
import { ValueView } from "@/components/value-view/value-view";
import type { ToolCallView } from "@/runs/state";
import classes from "./run-detail.module.css";

type Props = {
  call: ToolCallView;
  /** Text being written in the call's child run. */
  live?: string;
  /** It was chosen in the timeline: open from the start, and brought into view. */
  startOpen?: boolean;
};

export function ToolCallCard({ call, live = "", startOpen = false }: Props) {
  const { t } = useTranslation("inspector");
  const titleOf = useToolTitle();
  const [open, setOpen] = useState(startOpen);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (startOpen) card.current?.scrollIntoView({ block: "nearest" });
  }, [startOpen]);
  return (
    <div ref={card} className={classes.card} data-status={call.status}>
      <UnstyledButton className={classes.cardHead} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? "chevron-down" : "chevron-right"} size={13} />
        <StatusDot status={call.status} />
        <span className={classes.cardTitle}>{titleOf(call.toolId, call.title || call.function)}</span>
        {call.testMode && <span className={classes.mark}>{t("testMode")}</span>}
        <span className={classes.quiet}>
          <Duration ms={call.durationMs} />
        </span>
      </UnstyledButton>
      {live !== "" && (
        <div className={classes.live}>
          <p className={classes.liveText}>{live}</p>
        </div>
      )}
      {open && (
        <div className={classes.cardBody}>
          <h5 className={classes.label}>{t("arguments")}</h5>
          <ValueView value={call.arguments} />
          {call.result && (
            <>
              <h5 className={classes.label}>{t("result")}</h5>
              <ValueView value={call.result} />
            </>
          )}
        </div>
      )}
    </div>
  );
}
