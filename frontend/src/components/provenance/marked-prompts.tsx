/** A node's input or output, with parts from references marked and linked to their values. */

import { useTranslation } from "react-i18next";
import type { Json, JsonObject, NodeDoc } from "@/api/types";
import { textOf } from "@/document/config";
import type { ReferencePath } from "@/document/reference-path";
import { writePath } from "@/document/reference-path";
import { filledParts } from "@/runs/filled-template";
import { placedReference, type ValueAddress, valueAtAddress } from "@/runs/provenance";
import classes from "./provenance.module.css";
import { useProvenanceRun } from "./provenance-run";

/** More of a prompt is read in the run itself. */
const SHOWN = 20_000;
const PROMPTS = ["systemPrompt", "userPrompt"] as const;

type Props = {
  node: NodeDoc;
  scope: string;
  /** The template that the value was filled in from. */
  template: string | null;
  /** Input of the node. */
  inputs: JsonObject | undefined;
  value: Json | undefined;
  onTrace: (to: ValueAddress) => void;
};

export function MarkedPrompts({ node, scope, template, inputs, value, onTrace }: Props) {
  const { t } = useTranslation("provenance");
  const texts =
    template !== null
      ? [{ title: "filledIn" as const, template, filled: textOf(value) }]
      : PROMPTS.map((name) => ({
          title: name,
          template: textOf(node.config[name]),
          filled: textOf(inputs?.[name]),
        }));
  return texts
    .filter(({ filled }) => filled !== "")
    .map(({ title, ...text }) => (
      <div key={title}>
        <h4 className={classes.label}>{t(title)}</h4>
        <MarkedText {...text} scope={scope} onTrace={onTrace} />
      </div>
    ));
}

type TextProps = { template: string; filled: string; scope: string; onTrace: Props["onTrace"] };

function MarkedText({ template, filled, scope, onTrace }: TextProps) {
  const { t } = useTranslation("provenance");
  const run = useProvenanceRun();
  const nodes = Object.values(run.document.nodes);
  const placed = (path: ReferencePath) => placedReference(path, scope, run);
  const shown = filled.slice(0, SHOWN);
  const parts = filledParts(template, filled, nodes, (path) =>
    valueAtAddress(placed(path), run.inputs, run.outputOf),
  );
  if (!parts) {
    return (
      <>
        <p className={classes.prompt}>{shown}</p>
        <p className={classes.how}>{t("notMarked")}</p>
      </>
    );
  }
  return (
    <p className={classes.prompt}>
      {parts
        .filter(({ at }) => at < SHOWN)
        .map(({ at, text, path }) =>
          path ? (
            <button
              key={at}
              type="button"
              className={classes.mark}
              data-language="template"
              title={writePath(path, "template")}
              onClick={() => onTrace(placed(path))}
            >
              {text.slice(0, SHOWN)}
            </button>
          ) : (
            <span key={at}>{text.slice(0, SHOWN)}</span>
          ),
        )}
    </p>
  );
}
