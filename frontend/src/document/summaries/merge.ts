import { textOf } from "../config";
import { line, type Summary, type SummaryLine } from "../summary-lines";

export const summary: Summary = (config) => STRATEGIES[textOf(config.strategy)] ?? [];

const STRATEGIES: Readonly<Record<string, SummaryLine[]>> = {
  all: [line("Waits for all branches", "等待所有分支")],
  any: [line("Takes the first that succeeds", "取最先成功的分支")],
  first: [line("Takes the first that arrives", "取最先到达的分支")],
};
