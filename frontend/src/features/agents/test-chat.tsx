/** The conversation that tries an agent out, as its settings are now. */

import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useStore } from "zustand";
import type { Partner } from "@/api/partner";
import { useChatPartner } from "@/api/queries/chat";
import type { AgentDocument } from "@/api/types";
import type { Talk } from "@/components/chat/talk";
import { TestConversations } from "@/components/chat/test-conversations";
import { ErrorState } from "@/components/error-state";
import { savedDraft } from "@/features/agents/saved-draft";
import type { Draft } from "@/stores/draft-store";

type Props = Pick<Talk, "explained" | "onExplain"> & {
  slug: string;
  draft: Draft<AgentDocument>;
  /** Shows an empty conversation whatever is open, as long as what it says is being edited. */
  showsEmpty: boolean;
  onShowEmpty: (shows: boolean) => void;
};

export function TestChat({ slug, draft, ...shown }: Props) {
  const { t } = useTranslation("agents");
  const { value } = useStore(draft);
  const partner: Partner = { kind: "agent", slug };
  const about = useChatPartner(partner);
  if (about.error) return <ErrorState error={about.error} onRetry={() => void about.refetch()} />;
  if (!about.data) return <Skeleton height="100%" />;
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
