/**
 * Current effort of the main tasks; changes are measured against `today`. The seconds are the product's, on two busy
 * cores.
 *
 * An agent with an HTTP tool takes 10 actions with an existing provider (`ten-actions.spec.ts`), and 17 with the first
 * one. Before opened views took the focus, a comment and a version's name took one click more and were a dead end
 * without it.
 */

type Figures = {
  /** The shortest way that was found, step by step. */
  script: string[];
  today: { actions: number; seconds: number; deadEnds: number };
};

export const FIGURES = {
  template: {
    script: ["Workflows: New workflow", "the template", "Create", "Run", "Run in the form of its inputs"],
    today: { actions: 5, seconds: 11.8, deadEnds: 0 },
  },
  chain: {
    script: ["N", "“AI” and Enter", "its prompt", "Escape", "N", "“End” and Enter", "Ctrl+Enter"],
    today: { actions: 9, seconds: 5.7, deadEnds: 0 },
  },
  comment: {
    script: ["the node", "Shift+C", "the comment", "Ctrl+Enter"],
    today: { actions: 4, seconds: 1.2, deadEnds: 0 },
  },
  publish: {
    script: ["Publish", "a name", "Publish"],
    today: { actions: 3, seconds: 0.8, deadEnds: 0 },
  },
} satisfies Record<string, Figures>;
