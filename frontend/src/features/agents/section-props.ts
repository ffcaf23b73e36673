import type { AgentDocument } from "@/api/types";

/** What every part of the form is given. */
export type SectionProps = {
  draft: AgentDocument;
  change: (changes: Partial<AgentDocument>) => void;
  /** What the server said about a place of the profile, e.g. `model/temperature`. */
  errorAt: (place: string) => string | undefined;
};
