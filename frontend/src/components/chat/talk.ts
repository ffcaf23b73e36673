import type { Partner } from "@/api/partner";
import type { ChatPartner } from "@/api/types";

/** State shared by all conversations with a partner on a page. */
export type Talk = {
  partner: Partner;
  /** The responder, for empty conversations. */
  about: ChatPartner;
  /** They try the partner out, and are kept apart from what people use it for. */
  isTest?: boolean;
  /** Awaited before anything is asked; what it throws is shown, and nothing is asked. */
  beforeAsking?: () => Promise<void>;
  /** Run with displayed steps. */
  explained: string | null;
  onExplain: (run: string | null) => void;
};
