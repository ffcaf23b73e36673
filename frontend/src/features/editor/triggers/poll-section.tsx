/** Check now: what a poll would find with the settings on the screen. Nothing is started; the draft can run with it. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import type { PollPreview, Trigger } from "@/api/types";
import { Icon } from "@/components/icon";
import { isPublished } from "@/components/triggers/trigger-state";
import classes from "@/components/triggers/triggers.module.css";
import { useSave } from "@/components/use-save";
import { ValueFields } from "@/components/value-view/value-fields";
import { ValuePlaceProvider } from "@/components/value-view/value-place";
import { textOf } from "@/document/config";
import { useLocalText } from "@/i18n/local-text";
import { useDocumentStore, whenSaved } from "@/stores/document-store";
import { useRunDraft } from "./use-run-draft";

const PLACE = { root: ["trigger"], canRefer: true };

type Props = { workflow: string; nodeKey: string; trigger: Trigger | undefined; readOnly: boolean };

export function PollSection({ workflow, nodeKey, trigger, readOnly }: Props) {
  const { t } = useTranslation("triggers");
  const document = useDocumentStore();
  const look = useSave(
    async () => {
      await whenSaved(document);
      return ask(
        "post",
        "/api/workflows/{workflow_id}/triggers/{node_key}/look/",
        at({ workflow_id: workflow, node_key: nodeKey }),
      );
    },
    { refreshes: [`/api/workflows/${workflow}/triggers/`] },
  );
  return (
    <section className={classes.section} aria-label={t("look.title")} aria-live="polite">
      <h2 className={classes.title}>{t("look.title")}</h2>
      {trigger?.problem && <p className={classes.error}>{t("look.problem", { problem: trigger.problem })}</p>}
      {!readOnly && (
        <div className={classes.row}>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="list-search" size={14} />}
            loading={look.isPending}
            onClick={() => look.mutate()}
          >
            {t("look.now")}
          </Button>
          <RunExample trigger={trigger} />
        </div>
      )}
      {look.data && <Found preview={look.data} />}
    </section>
  );
}

/** The first item is kept as the example while nothing is live. */
function RunExample({ trigger }: { trigger: Trigger | undefined }) {
  const { t } = useTranslation("triggers");
  const runDraft = useRunDraft();
  const example = trigger?.last_delivery;
  if (!example || isPublished(trigger)) return null;
  return (
    <Button size="xs" loading={runDraft.isPending} onClick={() => runDraft.mutate(example.id)}>
      {t("look.run")}
    </Button>
  );
}

function Found({ preview: { items, total, wanted, problem } }: { preview: PollPreview }) {
  const { t } = useTranslation("triggers");
  const local = useLocalText();
  const [first] = items;
  if (problem) return <p className={classes.error}>{local(problem)}</p>;
  if (!first) return <p className={classes.quiet}>{t("look.empty")}</p>;
  return (
    <>
      <p className={classes.quiet}>{t("look.found", { total, wanted })}</p>
      <ul className={classes.list}>
        {items.map(({ arrived, is_wanted: isWanted }) => (
          <li key={textOf(arrived.key)} className={classes.item}>
            <div className={classes.row}>
              <span className={classes.url}>{textOf(arrived.key)}</span>
              <span className={classes.quiet}>{t(isWanted ? "look.starts" : "look.known")}</span>
            </div>
          </li>
        ))}
      </ul>
      <ValuePlaceProvider value={PLACE}>
        <ValueFields value={first.arrived} openLevels={1} />
      </ValuePlaceProvider>
    </>
  );
}
