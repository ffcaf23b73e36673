import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { ToolConfig, ToolConfigDraft } from "@/api/types";
import { notifyDone } from "@/components/notify";

/** Save a new or changed tool; the list is updated before `onSaved`. */
export function useSaveTool(tool: ToolConfig | null, onSaved: (saved: ToolConfig) => void) {
  const { t } = useTranslation("tools");
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ type, ...changes }: ToolConfigDraft) =>
      tool ? api.tools.updateConfig(tool.id, changes) : api.tools.createConfig({ type, ...changes }),
    onSuccess: (saved) => {
      queryClient.setQueryData<ToolConfig[]>(queryKeys.toolConfigs, (before = []) =>
        tool ? before.map((known) => (known.id === saved.id ? saved : known)) : [...before, saved],
      );
      notifyDone(t(tool ? "done.saved" : "done.created"));
      onSaved(saved);
    },
  });
}
