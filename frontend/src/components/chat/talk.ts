import type { Partner } from "@/api/partner";
import type { ChatPartner } from "@/api/types";

/** What holds for all conversations with a partner on a page. */
export type Talk = {
  partner: Partner;
  /** What an empty conversation shows of it. */
  about: ChatPartner;
  /** They try the partner out, and are kept apart from what people use it for. */
  isTest?: boolean;
  /** Awaited before anything is asked; what it throws is shown, and nothing is asked. */
  beforeAsking?: () => Promise<void>;
  /** The run whose steps are shown beside the conversation. */
  explained: string | null;
  onExplain: (run: string | null) => void;
};
