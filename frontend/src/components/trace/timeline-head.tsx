import { useElementSize } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/components/icon-button";
import type { IconName } from "@/components/icons";
import { formatTick } from "@/i18n/format";
import { ticksOf } from "@/runs/axis";
import classes from "./trace.module.css";
import type { AxisControls } from "./use-axis";
import { axisCell } from "./use-axis-gestures";

/** Until it has been measured, in pixels. */
const USUAL_WIDTH = 480;

const labelOf = (at: number, step: number) => (at === 0 ? "0" : formatTick(at, step));

/** The names of the columns, and the times of the axis with what shows more or less of them. */
export function TimelineHead({ controls }: { controls: AxisControls }) {
  const { t } = useTranslation("dock");
  const { ref, width } = useElementSize<HTMLTableCellElement>();
  const { axis, isWhole, zoomIn, zoomOut, showWhole } = controls;
  return (
    <thead>
      <tr className={classes.head}>
        <th scope="col">{t("column.step")}</th>
        <th
          ref={ref}
          scope="col"
          className={classes.axis}
          aria-label={t("column.when")}
          {...axisCell}
          onDoubleClick={showWhole}
        >
          {ticksOf(axis, width || USUAL_WIDTH, labelOf).map(({ at, text }) => (
            <span
              key={at}
              className={classes.tick}
              style={{ left: `${((at - axis.from) / axis.length) * 100}%` }}
            >
              {text}
            </span>
          ))}
          <span className={classes.zoom}>
            <ZoomButton
              icon="zoom-out"
              label={t("axis.zoomOut")}
              isDisabled={isWhole}
              onClick={() => zoomOut()}
            />
            <ZoomButton icon="zoom-in" label={t("axis.zoomIn")} onClick={() => zoomIn()} />
            <ZoomButton
              icon="arrows-maximize"
              label={t("axis.whole")}
              isDisabled={isWhole}
              onClick={showWhole}
            />
          </span>
        </th>
        <th scope="col">{t("column.time")}</th>
        <th scope="col">{t("column.tokens")}</th>
        <th scope="col" data-cost>
          {t("column.cost")}
        </th>
      </tr>
    </thead>
  );
}

type ButtonProps = { icon: IconName; label: string; isDisabled?: boolean; onClick: () => void };

function ZoomButton({ icon, label, isDisabled = false, onClick }: ButtonProps) {
  return (
    <IconButton
      icon={icon}
      iconSize={14}
      size={22}
      color="gray"
      label={label}
      tip
      disabled={isDisabled}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    />
  );
}
