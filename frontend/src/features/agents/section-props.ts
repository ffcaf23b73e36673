import type { AgentDocument } from "@/api/types";

/** Props of every part of the form. */
export type SectionProps = {
  draft: AgentDocument;
  change: (changes: Partial<AgentDocument>) => void;
  /** Server error at a path of the profile, e.g. `model/temperature`. */
  errorAt: (place: string) => string | undefined;
};
