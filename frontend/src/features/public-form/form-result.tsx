/** The output of the run: one text alone, several values with their names. */

import type { Json, JsonObject } from "@/api/types";
import { Markdown } from "@/components/markdown";
import { ValueView } from "@/components/value-view/value-view";
import classes from "./public-form.module.css";

export function FormResult({ output }: { output: JsonObject }) {
  const values = Object.entries(output);
  const [first] = values;
  if (values.length === 1 && first) return <Value value={first[1]} />;
  return values.map(([name, value]) => (
    <section key={name} className={classes.value}>
      <h3 className={classes.name}>{name}</h3>
      <Value value={value} />
    </section>
  ));
}

function Value({ value }: { value: Json }) {
  if (value === null || value === "") return <p className={classes.text}>–</p>;
  if (typeof value === "string") return <Markdown text={value} />;
  if (typeof value !== "object") return <p className={classes.text}>{String(value)}</p>;
  return <ValueView value={value} openLevels={2} />;
}
