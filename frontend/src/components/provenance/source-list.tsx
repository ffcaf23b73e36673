/** Sources of a value; selecting one shows its origin. */

import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { writePath } from "@/document/reference-path";
import { shownValue } from "@/lib/json";
import { type Source, valueAtAddress } from "@/runs/provenance";
import classes from "./provenance.module.css";
import { useProvenanceRun } from "./provenance-run";

const SHOWN = 120;

type Props = { sources: readonly Source[]; chosen: Source | undefined; onChoose: (source: Source) => void };

export function SourceList({ sources, chosen, onChoose }: Props) {
  const { t } = useTranslation("provenance");
  const run = useProvenanceRun();
  if (sources.length === 0) return null;
  return (
    <ul className={classes.sources} aria-label={t("sources")}>
      {sources.map((source) => {
        const { path, scope, text } = source;
        const [root, key, ...steps] = path;
        const node = root === "nodes" ? run.document.nodes[String(key)] : undefined;
        const value = valueAtAddress({ path, scope }, run.inputs, run.outputOf);
        const isChosen = chosen !== undefined && chosen.path.join() === path.join() && chosen.scope === scope;
        return (
          <li key={JSON.stringify([path, scope, source.field])}>
            <UnstyledButton
              className={classes.source}
              aria-pressed={isChosen}
              data-language="template"
              title={text || undefined}
              onClick={() => onChoose(source)}
            >
              <span className={classes.from}>
                <strong>{node ? node.name : t("runInputs")}</strong>
                <code>{writePath(node ? steps : path.slice(1), "template")}</code>
              </span>
              <span className={classes.value}>
                {value === undefined ? "" : shownValue(value).slice(0, SHOWN)}
              </span>
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}
