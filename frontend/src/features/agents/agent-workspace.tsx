/** An agent as a place to work: its settings, which save themselves, and a conversation that tries them out. */

import { ActionIcon, Button, SegmentedControl, Skeleton, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { type FocusEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useStore } from "zustand";
import { cacheKey, useRefresh } from "@/api/cache";
import { useChatPartner } from "@/api/chat";
import { ask, at } from "@/api/http";
import type { Partner } from "@/api/partner";
import { sessionResumed } from "@/api/session-events";
import type { Agent, AgentDocument } from "@/api/types";
import { AgentSign } from "@/components/agent-sign/agent-sign";
import { AnswerTrace } from "@/components/chat/answer-trace";
import type { Talk } from "@/components/chat/talk";
import { TestConversations } from "@/components/chat/test-conversations";
import { ConflictModal } from "@/components/conflict-modal";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { lazyComponent } from "@/components/lazy-component";
import { notifyDone } from "@/components/notify";
import { QueryState } from "@/components/query-list";
import { SaveStateLabel } from "@/components/save-state";
import { AgentSettings } from "@/features/agents/agent-settings";
import classes from "@/features/agents/agent-workspace.module.css";
import { savedDraft } from "@/features/agents/saved-draft";
import { AgentVersionsDialog } from "@/features/agents/versions-dialog";
import { useUser } from "@/hooks/use-user";
import { createDraft, type Draft } from "@/stores/draft-store";

const MembersModal = lazyComponent(
  async () => (await import("@/components/sharing/members-modal")).MembersModal,
);
const PendingNotice = lazyComponent(
  async () => (await import("@/components/sharing/pending-notice")).PendingNotice,
);

type Pane = "settings" | "test";

export function AgentWorkspace({ agent }: { agent: Agent }) {
  const { t } = useTranslation("agents");
  const share = useTranslation("sharing").t;
  const draft = useAgentDraft(agent);
  const { value, saveState } = useStore(draft);
  const [pane, setPane] = useState<Pane>("settings");
  const [versionsOpen, versions] = useDisclosure(false);
  const [isSharing, sharing] = useDisclosure(false);
  const thing = { kind: "agent", id: agent.id, name: agent.name } as const;
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
        <AgentSign slug={agent.slug} appearance={value.appearance} className={classes.sign} />
        <h1 className={classes.name}>{value.name}</h1>
        {agent.role !== "viewer" && <SaveStateLabel state={saveState} invalidHint={t("invalidHint")} />}
        <span className={classes.gap} />
        {agent.taken_up && (
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
        )}
        <IconButton
          icon="git-commit"
          iconSize={17}
          color="gray"
          label={t("versions.title")}
          tip
          onClick={versions.open}
        />
        {agent.role === "owner" && (
          <Button variant="default" leftSection={<Icon name="share" />} onClick={sharing.open}>
            {share("members.add")}
          </Button>
        )}
        {agent.taken_up && (
          <Button
            component={Link}
            to={`/agents/${agent.slug}/chat`}
            variant="default"
            leftSection={<Icon name="message-circle" />}
          >
            {t("action.chat")}
          </Button>
        )}
      </header>
      <section className={classes.settings} aria-label={t("pane.settings")} onFocus={onFocus}>
        {!agent.taken_up && (
          <div className={classes.pending}>
            <PendingNotice thing={thing} owner={agent.owner} />
          </div>
        )}
        <AgentSettings agent={agent} draft={draft} />
      </section>
      {agent.taken_up && (
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
      )}
      {explained !== null && (
        <aside className={classes.why}>
          <AnswerTrace runId={explained} onClose={() => setExplained(null)} />
        </aside>
      )}
      <AgentVersionsDialog
        slug={agent.slug}
        draft={draft}
        readOnly={agent.role === "viewer"}
        opened={versionsOpen}
        onClose={versions.close}
      />
      {isSharing && <MembersModal thing={thing} onClose={sharing.close} />}
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

type Props = Pick<Talk, "explained" | "onExplain"> & {
  slug: string;
  draft: Draft<AgentDocument>;
  /** Shows an empty conversation whatever is open, as long as what it says is being edited. */
  showsEmpty: boolean;
  onShowEmpty: (shows: boolean) => void;
};

/** The conversation that tries an agent out, as its settings are now. */
function TestChat({ slug, draft, ...shown }: Props) {
  const { t } = useTranslation("agents");
  const { value } = useStore(draft);
  const partner: Partner = { kind: "agent", slug };
  const about = useChatPartner(partner);
  if (!about.isSuccess) return <QueryState query={about} pending={<Skeleton height="100%" />} />;
  const { greeting = "", suggestions = [] } = value.prompts ?? {};
  const edited = { name: value.name, description: value.description ?? "", greeting, suggestions };
  return (
    <TestConversations
      {...shown}
      title={t("pane.test")}
      partner={partner}
      about={{ ...about.data, ...edited }}
      beforeAsking={() => savedDraft(draft, t("test.notSaved"))}
    />
  );
}

/** The profile being edited; saved by itself while the page is open, and once more when it is left. Other tabs follow. */
function useAgentDraft(agent: Agent): Draft<AgentDocument> {
  const client = useQueryClient();
  const reread = useRefresh();
  const { id: userId } = useUser();
  const tabs = useRef<BroadcastChannel | null>(null);
  const [draft] = useState(() => {
    const stored = ({ document, revision }: Agent) => ({ value: document, revision });
    const received = (present: Agent) => {
      client.setQueryData(cacheKey("/api/agents/{agent_id}/", at({ agent_id: agent.slug })), present);
      return stored(present);
    };
    return createDraft<AgentDocument>(`${userId}:agent:${agent.id}`, stored(agent), {
      save: async ({ value, revision }) => {
        const saved = received(
          await ask("patch", "/api/agents/{agent_id}/", {
            ...at({ agent_id: agent.id }),
            body: { document: value, revision },
          }),
        );
        tabs.current?.postMessage(saved.revision);
        return saved;
      },
      load: async () => received(await ask("get", "/api/agents/{agent_id}/", at({ agent_id: agent.slug }))),
    });
  });
  useEffect(() => {
    void draft.start().then((restored) => {
      if (restored) notifyDone(i18next.t("unsentRestored", { ns: "agents" }));
    });
    const channel = new BroadcastChannel(`flowloom-agent:${agent.id}`);
    // A refresh that fails is no loss: the next save is answered with what others changed.
    const refresh = () => void draft.refresh().catch(() => {});
    const onShow = () => globalThis.document.visibilityState === "visible" && refresh();
    channel.onmessage = refresh;
    globalThis.document.addEventListener("visibilitychange", onShow);
    tabs.current = channel;
    const stopListening = sessionResumed.listen(() => void draft.flush());
    return () => {
      stopListening();
      globalThis.document.removeEventListener("visibilitychange", onShow);
      void draft.stop().then(() => {
        channel.close();
        void reread("/api/agents/");
      });
    };
  }, [draft, reread, agent.id]);
  return draft;
}
