import { memo } from "react";
import { functionIdOf, toolIdOf } from "@/api/function-id";
import type { NodeDoc } from "@/api/types";
import { nodeTools, textsOf } from "@/document/config";
import { shownNode } from "@/runs/passes";
import type { ToolCallView } from "@/runs/state";
import { useRun } from "@/stores/run-store";
import { useCanvas } from "./canvas-context";

type Chip = { id: string; title: string; enabled: boolean };

const SHOWN = 3;
const NO_CALLS: readonly ToolCallView[] = [];

/** The tools of an AI node, each with the state of its calls in the run. */
export const ToolChips = memo(function ToolChips({ node }: { node: NodeDoc }) {
  const { t } = useCanvas();
  const chips = useChips(node);
  const calls = useRun((state) => shownNode(state, node.key)?.toolCalls ?? NO_CALLS);
  const hidden = chips.slice(SHOWN);
  return (
    <div className="fl-chips">
      {chips.slice(0, SHOWN).map((chip) => (
        <ChipView key={chip.id} chip={chip} calls={calls.filter((call) => isOf(call, chip))} />
      ))}
      {hidden.length > 0 && (
        <span className="fl-chip" title={hidden.map((chip) => chip.title).join(", ")}>
          {t("moreTools", { count: hidden.length })}
        </span>
      )}
    </div>
  );
});

function ChipView({ chip, calls }: { chip: Chip; calls: readonly ToolCallView[] }) {
  return (
    <span
      className="fl-chip"
      title={chip.title}
      data-off={chip.enabled ? undefined : true}
      data-state={stateOf(calls)}
    >
      <span className="fl-chip-name">{chip.title}</span>
      {calls.length > 1 && <span className="fl-tabular">×{calls.length}</span>}
    </span>
  );
}

function useChips(node: NodeDoc): Chip[] {
  const { lookups, local } = useCanvas();
  const title = (type: string) => {
    // A key is no name: nothing is shown until the names are known.
    if (lookups.tools === undefined) return "";
    const known = lookups.tools[type];
    return known ? local(known.title) : (functionIdOf(type)?.name ?? type.replace(/^[a-z]+:/, ""));
  };
  const tools = nodeTools(node.config).map((tool) => ({
    id: tool.toolConfig ? `tool:${tool.toolConfig}` : `inline:${tool.id}`,
    title: tool.name || title(tool.type),
    enabled: tool.enabled,
  }));
  const builtin = textsOf(node.config.enabledTools).map((id) => ({ id, title: title(id), enabled: true }));
  return [...tools, ...builtin];
}

function isOf(call: ToolCallView, chip: Chip): boolean {
  const server = functionIdOf(call.toolId)?.configId;
  const isOneOf = server ? toolIdOf(server) === chip.id : call.toolId.startsWith(`${chip.id}:`);
  return call.toolId === chip.id || isOneOf || (call.toolId === "" && call.title === chip.title);
}

function stateOf(calls: readonly ToolCallView[]): ToolCallView["status"] | undefined {
  if (calls.some((call) => call.status === "running")) return "running";
  return calls.at(-1)?.status;
}
