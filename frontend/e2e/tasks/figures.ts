/** What the main tasks cost today, without dead ends; `today` is what a change is measured against. */

type Figures = {
  /** The shortest way that was found, step by step. */
  script: string[];
  today: { actions: number; seconds: number; deadEnds: number };
};

export const FIGURES = {
  template: {
    script: ["Workflows: New workflow", "the template", "Create", "Run", "Run in the form of its inputs"],
    today: { actions: 5, seconds: 0, deadEnds: 0 },
  },
  chain: {
    script: ["N", "“AI” and Enter", "its prompt", "Escape", "N", "“End” and Enter", "Ctrl+Enter"],
    today: { actions: 9, seconds: 0, deadEnds: 0 },
  },
  comment: {
    script: ["the node", "Shift+C", "the comment", "Ctrl+Enter"],
    today: { actions: 4, seconds: 0, deadEnds: 0 },
  },
  publish: {
    script: ["Publish", "a name", "Publish"],
    today: { actions: 3, seconds: 0, deadEnds: 0 },
  },
} satisfies Record<string, Figures>;
