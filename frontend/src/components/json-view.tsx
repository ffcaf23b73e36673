import type { Json } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { JsonNode } from "@/components/json-node";
import classes from "@/components/json-view.module.css";

type Props = {
  value: Json;
  /** Levels that are open at first. */
  openLevels?: number;
};

/** A JSON value that can be folded and copied. */
export function JsonView({ value, openLevels = 2 }: Props) {
  return (
    <div className={classes.view}>
      <span className={classes.copy}>
        <CopyButton text={typeof value === "string" ? value : JSON.stringify(value, null, 2)} />
      </span>
      <JsonNode value={value} openLevels={openLevels} />
    </div>
  );
}
