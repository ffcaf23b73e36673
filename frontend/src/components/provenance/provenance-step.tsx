/** One step back: a value, what made it, and what that was made of; the only source is followed at once. */

import { UnstyledButton } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNodeRunDetail } from "@/api/runs";
import { Icon } from "@/components/icon";
import { MarkedPrompts } from "@/components/provenance/marked-prompts";
import classes from "@/components/provenance/provenance.module.css";
import { useProvenanceRun } from "@/components/provenance/provenance-run";
import { TextButton } from "@/components/text-button";
import { ValueView } from "@/components/value-view/value-view";
import { writePath } from "@/document/reference-path";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { shownValue } from "@/lib/json";
import { nodeLook } from "@/nodes/registry";
import { stepsOf } from "@/runs/passes";
import { originOf, type Source, type ValueAddress, valueAtAddress } from "@/runs/provenance";
import { openNode } from "@/stores/ui-store";

const SHOWN = 120;

/** References cannot go in a circle, but loops go around many times. */
const DEEPEST = 60;

type Props = { address: ValueAddress; depth: number; onLeave: () => void };

export function ProvenanceStep({ address, depth, onLeave }: Props) {
  const { t } = useTranslation("provenance");
  const run = useProvenanceRun();
  const types = useNodeTypeIndex();
  const { path, scope } = address;
  const [root, key] = path;
  const node = root === "nodes" || root === "given" ? run.document.nodes[String(key)] : undefined;
  const { maker, sources, template } = originOf(address, run);
  const hasRow = node !== undefined && run.outputOf(node.key, scope) !== null;
  const stored = useNodeRunDetail(run.id, node?.key ?? "", scope, hasRow).data;
  const value = useMemo(() => {
    const whole = { output: run.output, given: stored?.inputs }[String(root)];
    const steps = path.slice(root === "given" ? 2 : 1);
    if (root === "output" || root === "given")
      return valueAtAddress({ path: ["inputs", ...steps], scope }, whole ?? {}, run.outputOf);
    const outputOf = (of: string, at: string) => (of === key && stored?.output) || run.outputOf(of, at);
    return valueAtAddress(address, run.inputs, outputOf);
  }, [address, stored, run, root, path, scope, key]);
  const [picked, setPicked] = useState<Source | null>(null);
  const next = picked ?? (sources.length === 1 ? sources[0] : undefined);
  const passes = stepsOf(scope).map(({ index }) => `#${index + 1}`);
  const { icon } = nodeLook(node && types[node.type]);
  return (
    <>
      <section className={classes.step} data-maker={maker}>
        <h3 className={classes.head}>
          <Icon name={node ? icon : root === "output" ? "flag" : "player-play"} size={15} />
          {node ? (
            <TextButton
              underline="hover"
              onClick={() => {
                openNode(node.key, "output");
                onLeave();
              }}
            >
              {root === "given" ? t("given", { name: node.name }) : node.name} {passes.join(" ")}
            </TextButton>
          ) : (
            t(root === "output" ? "runOutput" : "runInputs")
          )}
          <code className={classes.path}>{writePath(path.slice(node ? 2 : 1), "template")}</code>
        </h3>
        <p className={classes.how}>{t(`maker.${maker}`)}</p>
        {value === undefined ? (
          <p className={classes.how}>{t("unknown")}</p>
        ) : (
          <ValueView value={value} openLevels={1} />
        )}
        {node && (
          <MarkedPrompts
            node={node}
            scope={scope}
            template={template}
            inputs={stored?.inputs}
            value={value}
            onTrace={(to) => setPicked({ ...to, text: "", field: "" })}
          />
        )}
        <SourceList sources={sources} chosen={next} onChoose={setPicked} />
      </section>
      {next && depth < DEEPEST && (
        <ProvenanceStep
          key={JSON.stringify([next.path, next.scope])}
          address={next}
          depth={depth + 1}
          onLeave={onLeave}
        />
      )}
    </>
  );
}

type SourceListProps = {
  sources: readonly Source[];
  chosen: Source | undefined;
  onChoose: (source: Source) => void;
};

/** Sources of a value; choosing one shows its own origin. */
function SourceList({ sources, chosen, onChoose }: SourceListProps) {
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
