import { Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/components/icon-button";
import type { ReferencePath } from "@/document/reference-path";
import { useValuePlace } from "./value-place";
import classes from "./value-view.module.css";

/** Shows where a part of a value came from; nothing where no run can tell. */
export function TraceButton({ path }: { path: ReferencePath }) {
  const { t } = useTranslation();
  const place = useValuePlace();
  const trace = place?.trace;
  if (!place || !trace) return null;
  const label = t("value.trace", { name: String(path.at(-1) ?? "") });
  return (
    <Tooltip label={label} openDelay={300}>
      <IconButton
        icon="route"
        iconSize={13}
        size={18}
        label={label}
        className={classes.trace}
        onClick={() => trace([...place.root, ...path])}
      />
    </Tooltip>
  );
}
