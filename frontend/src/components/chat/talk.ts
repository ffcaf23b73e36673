import type { ChatAgent } from "@/api/types";

/** What holds for all conversations with an agent on a page. */
export type Talk = {
  agent: ChatAgent;
  /** They try the agent out, and are kept apart from what people use it for. */
  isTest?: boolean;
  /** Awaited before anything is asked; what it throws is shown, and nothing is asked. */
  beforeAsking?: () => Promise<void>;
  /** The run whose steps are shown beside the conversation. */
  explained: string | null;
  onExplain: (run: string | null) => void;
};
