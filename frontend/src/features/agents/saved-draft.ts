import { ApiError } from "@/api/errors";
import type { AgentDocument } from "@/api/types";
import type { Draft } from "@/stores/draft-store";

/** Resolves once the agent is stored as it is on the screen; throws a sentence of ours, or why it was refused. */
export async function savedDraft(draft: Draft<AgentDocument>, otherwise: string): Promise<void> {
  await draft.flush();
  const { saveState, refusal } = draft.getState();
  if (saveState !== "saved") throw refusal ?? new ApiError(0, "not_saved", otherwise);
}
