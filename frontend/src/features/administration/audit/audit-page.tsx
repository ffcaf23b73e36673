import { Alert, Button, SegmentedControl } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { checkChain } from "@/api/audit";
import type { ChainFault } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { EmptyState } from "@/components/empty-state";
import { Icon } from "@/components/icon";
import { Section } from "@/components/section";
import { useSave } from "@/components/use-save";
import { useUser } from "@/hooks/use-user";
import classes from "./audit.module.css";
import { CallLog } from "./call-log";
import { RightsLog } from "./rights-log";

const LOGS = ["calls", "rights"] as const;

/** Both audit logs; superusers alone read the one of rights, as failed sign-ins may hold passwords. */
export function AuditPage() {
  const { t } = useTranslation("administration-audit");
  const { is_staff, is_superuser } = useUser();
  const [params, setParams] = useSearchParams();
  const log = is_superuser && params.get("log") === "rights" ? "rights" : "calls";
  if (!is_staff)
    return <EmptyState icon="shield-lock" title={t("staffOnly.title")} text={t("staffOnly.text")} />;
  return (
    <Section title={t("title")} text={t("text")}>
      <ChainCheck />
      {is_superuser && (
        <SegmentedControl
          mb="md"
          aria-label={t("log.label")}
          value={log}
          onChange={(next) => setParams(next === "rights" ? { log: next } : {})}
          data={LOGS.map((value) => ({ value, label: t(`log.${value}`) }))}
        />
      )}
      {log === "rights" ? <RightsLog /> : <CallLog />}
    </Section>
  );
}

const MOST_FAULTS = 20;

type Checked = { links: number; head: string; faults: ChainFault[] };

/** Holds both logs against their chain of hashes, part by part, for as long as the page is open. */
function ChainCheck() {
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
