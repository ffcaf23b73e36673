/** Search hits by node and field, with context. */

import { UnstyledButton } from "@mantine/core";
import { Fragment, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";
import { fieldsOf, inLanguage } from "@/document/form-schema";
import type { Hit } from "@/document/search-texts";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { currentLanguage } from "@/i18n";
import { nodeLook } from "@/nodes/registry";
import { useDocument } from "@/stores/document-store";
import classes from "./search.module.css";

/** Letters before and behind a hit. */
const BEFORE = 24;
const BEHIND = 80;
/** Rows that are drawn; nobody reads on, and Enter goes through all. */
const SHOWN = 200;

type Props = { hits: readonly Hit[]; at: number | null; onShow: (index: number) => void };

export function HitList({ hits, at, onShow }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (at !== null) list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <ul className={classes.hits} ref={list}>
      {hits.slice(0, SHOWN).map((hit, index) => (
        <Fragment key={`${hit.node} ${hit.path.join(".")} ${hit.start}`}>
          {hits[index - 1]?.node !== hit.node && <NodeHead node={hit.node} />}
          <li>
            <UnstyledButton
              className={classes.hit}
              aria-current={index === at || undefined}
              onClick={() => onShow(index)}
            >
              <FieldName hit={hit} />
              <span className={classes.words}>
                {hit.start > BEFORE && "…"}
                {hit.text.slice(Math.max(hit.start - BEFORE, 0), hit.start)}
                <mark>{hit.text.slice(hit.start, hit.end)}</mark>
                {hit.text.slice(hit.end, hit.end + BEHIND)}
              </span>
            </UnstyledButton>
          </li>
        </Fragment>
      ))}
    </ul>
  );
}

function NodeHead({ node: key }: { node: string }) {
  const node = useDocument((state) => state.nodes[key]);
  const type = useNodeTypeIndex()[node?.type ?? ""];
  return (
    <li className={classes.node} data-category={nodeLook(type).category}>
      <Icon name={nodeLook(type).icon} size={14} />
      {node?.name}
    </li>
  );
}

function FieldName({ hit: { node: key, path } }: { hit: Hit }) {
  const { t } = useTranslation("editor");
  const node = useDocument((state) => state.nodes[key]);
  const type = useNodeTypeIndex()[node?.type ?? ""];
  if (path[0] === "name") return <span className={classes.fieldName}>{t("search.name")}</span>;
  const name = String(path[1]);
  const field = fieldsOf(type?.config_schema)[name];
  const title = field ? inLanguage(field, currentLanguage()).title : undefined;
  const row = path.slice(2).find((step) => typeof step === "number");
  return (
    <span className={classes.fieldName}>
      {title ?? name}
      {row !== undefined && ` ${Number(row) + 1}`}
    </span>
  );
}
