/** An agent as a place to work: its settings, which save themselves, and a conversation that tries them out. */

import { ActionIcon, Button, SegmentedControl, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type FocusEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useStore } from "zustand";
import type { Agent } from "@/api/types";
import { AnswerTrace } from "@/components/chat/answer-trace";
import { ConflictModal } from "@/components/conflict-modal";
import { Icon } from "@/components/icon";
import { SaveStateLabel } from "@/components/save-state";
import { AgentSettings } from "@/features/agents/agent-settings";
import classes from "@/features/agents/agent-workspace.module.css";
import { TestChat } from "@/features/agents/test-chat";
import { useAgentDraft } from "@/features/agents/use-agent-draft";
import { AgentVersionsDialog } from "@/features/agents/versions-dialog";

type Pane = "settings" | "test";

export function AgentWorkspace({ agent }: { agent: Agent }) {
  const { t } = useTranslation("agents");
  const draft = useAgentDraft(agent);
  const { value, saveState } = useStore(draft);
  const [pane, setPane] = useState<Pane>("settings");
  const [versionsOpen, versions] = useDisclosure(false);
  const [explained, setExplained] = useState<string | null>(null);
  // Who edits what an empty conversation shows sees one.
  const [showsEmpty, setShowsEmpty] = useState(false);
  const onFocus = ({ target }: FocusEvent) =>
    setShowsEmpty(target.closest("[data-section=conversation]") !== null);
  return (
    <div className={classes.workspace} data-pane={pane}>
      <title>{`${value.name} · Flowloom`}</title>
      <header className={`${classes.bar} fl-bar`}>
        <Tooltip label={t("action.back")}>
          <ActionIcon component={Link} to="/agents" color="gray" aria-label={t("action.back")}>
            <Icon name="arrow-left" size={17} />
          </ActionIcon>
        </Tooltip>
        <span className={classes.sign}>
          <Icon name="robot" size={18} />
        </span>
        <h1 className={classes.name}>{value.name}</h1>
        <SaveStateLabel state={saveState} invalidHint={t("invalidHint")} />
        <span className={classes.gap} />
        <SegmentedControl
          className={classes.switch ?? ""}
          size="xs"
          aria-label={t("pane.label")}
          value={pane}
          onChange={setPane}
          data={[
            { value: "settings", label: t("pane.settings") },
            { value: "test", label: t("pane.test") },
          ]}
        />
        <Tooltip label={t("versions.title")}>
          <ActionIcon color="gray" aria-label={t("versions.title")} onClick={versions.open}>
            <Icon name="git-commit" size={17} />
          </ActionIcon>
        </Tooltip>
        <Button
          component={Link}
          to={`/agents/${agent.slug}/chat`}
          variant="default"
          leftSection={<Icon name="message-circle" />}
        >
          {t("action.chat")}
        </Button>
      </header>
      <section className={classes.settings} aria-label={t("pane.settings")} onFocus={onFocus}>
        <AgentSettings agent={agent} draft={draft} />
      </section>
      <section className={classes.test} aria-label={t("pane.test")}>
        <TestChat
          slug={agent.slug}
          draft={draft}
          showsEmpty={showsEmpty}
          onShowEmpty={setShowsEmpty}
          explained={explained}
          onExplain={setExplained}
        />
      </section>
      {explained !== null && (
        <aside className={classes.why}>
          <AnswerTrace runId={explained} onClose={() => setExplained(null)} />
        </aside>
      )}
      <AgentVersionsDialog slug={agent.slug} draft={draft} opened={versionsOpen} onClose={versions.close} />
      <ConflictModal
        opened={saveState === "conflict"}
        title={t("conflict.title")}
        cause={t("conflict.someone")}
        text={t("conflict.text")}
        onSettle={(keep) => draft.settle(keep)}
      />
    </div>
  );
}
