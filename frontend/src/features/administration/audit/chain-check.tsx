import { Alert, Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { checkChain } from "@/api/audit";
import type { ChainFault } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { Icon } from "@/components/icon";
import { useSave } from "@/components/use-save";
import classes from "./audit.module.css";

const MOST_FAULTS = 20;

type Checked = { links: number; head: string; faults: ChainFault[] };

/** Holds both logs against their chain of hashes, part by part, for as long as the page is open. */
export function ChainCheck() {
  const { t } = useTranslation("administration-audit");
  const [links, setLinks] = useState(0);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const check = useSave(async () => {
    const found: Checked = { links: 0, head: "", faults: [] };
    let after: number | null = 0;
    while (after !== null && isOpen.current) {
      const part = await checkChain(after);
      found.links += part.links;
      found.head = part.head;
      found.faults.push(...part.faults);
      after = part.last;
      setLinks(found.links);
    }
    return found;
  });
  return (
    <div className={classes.check}>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="shield-check" size={15} />}
        loading={check.isPending}
        onClick={() => {
          setLinks(0);
          check.mutate();
        }}
      >
        {t("chain.check")}
      </Button>
      <div role="status" className={classes.status}>
        {check.isPending && links > 0 && t("chain.checking", { count: links })}
        {check.data?.faults.length === 0 && <Whole {...check.data} />}
      </div>
      {check.data && check.data.faults.length > 0 && <Faults faults={check.data.faults} />}
    </div>
  );
}

function Whole({ links, head }: Checked) {
  const { t } = useTranslation("administration-audit");
  return (
    <>
      {t("chain.whole", { count: links })} {t("chain.head")}: <code>{head.slice(0, 12)}…</code>
      <CopyButton text={head} />
    </>
  );
}

function Faults({ faults }: { faults: readonly ChainFault[] }) {
  const { t } = useTranslation("administration-audit");
  return (
    <Alert color="red" w="100%" title={t("chain.broken", { count: faults.length })}>
      <ul className={classes.faults}>
        {faults.slice(0, MOST_FAULTS).map(({ table, row_id, kind }) => (
          <li key={`${table} ${row_id} ${kind}`}>
            {t("chain.fault.sentence", {
              entry: t(`chain.entry.${table}`, { id: row_id }),
              fault: t(`chain.fault.${kind}`),
            })}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
