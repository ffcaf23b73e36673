/**
 * "Add tool": what a model or a node may call, in one list: configured tools, workflows, agents, knowledge, built-in ones.
 *
 * Of a tool that is many functions, all or single ones may be taken.
 */

import { useTranslation } from "react-i18next";
import { useInventory } from "@/api/agents";
import { useToolConfigs, useToolTypes } from "@/api/tools";
import type { InventoryEntry, ToolConfig, ToolType } from "@/api/types";
import {
  GroupedPicker,
  type PickerChoice,
  type PickerGroup,
} from "@/components/grouped-picker/grouped-picker";
import { useLocalText } from "@/i18n/local-text";
import { bufferTextBriefly, LONGEST_OPENING_MS } from "@/lib/take-focus";
import { useFunctionTools } from "../use-function-tools";

type Props = {
  /** Ids of configured tools that are there already. */
  taken: readonly string[];
  onPick: (config: ToolConfig) => void;
  onCreate: (type: string) => void;
  /** Tools selectable by id alone; absent where only configured tools fit. */
  byId?: {
    taken: readonly string[];
    onPick: (id: string) => void;
    /** Single functions of this tool are wanted. */
    onSingle: (server: ToolConfig) => void;
  };
  /** A single function is wanted, so that a tool that is many of them is not one choice. */
  single?: boolean;
};

/** Address of the picker in a form, as other fields have theirs. */
export const ADD_TOOL_FIELD = "addTool";

const KINDS = ["workflow", "agent", "kb", "system"] as const;
/** Tells the kinds of new tools from tools. */
const NEW = "new:";
/** Tells the functions of a tool from the tool as a whole. */
const SINGLE = "single:";

export function ToolPicker({ taken, onPick, onCreate, byId, single = false }: Props) {
  const { t } = useTranslation("schema-form");
  const configs = useToolConfigs().data ?? [];
  const types = useToolTypes().data ?? [];
  const offered = useOfferedById();
  const own = configs.filter(({ id }) => !taken.includes(id));
  const whole = useConfigured(own, types);
  const servers = useFunctionTools().filter(({ id }) => !taken.includes(id));
  const singleOf = ({ tool_id, name }: ToolConfig): PickerChoice => ({
    id: SINGLE + tool_id,
    title: t("functions.single", { name }),
    help: "",
    icon: "list-tree",
  });
  const configured = whole.flatMap((choice) => {
    const server = byId && servers.find(({ tool_id }) => tool_id === choice.id);
    if (!server) return [choice];
    return single ? [singleOf(server)] : [choice, singleOf(server)];
  });
  const ids = offered.map((group) => ({
    ...group,
    choices: group.choices.filter(({ id }) => !byId?.taken.includes(id)),
  }));
  const pick = (id: string) => {
    const config = own.find(({ tool_id }) => tool_id === id);
    if (config) onPick(config);
    else if (id.startsWith(NEW)) {
      // The dialog is loaded first.
      bufferTextBriefly(LONGEST_OPENING_MS);
      onCreate(id.slice(NEW.length));
    } else if (id.startsWith(SINGLE)) {
      const server = servers.find(({ tool_id }) => SINGLE + tool_id === id);
      if (server) byId?.onSingle(server);
    } else byId?.onPick(id);
  };
  return (
    <div data-field={ADD_TOOL_FIELD}>
      <GroupedPicker
        label={t(single ? "chooseTool" : "addTool")}
        groups={[
          { label: t("toolKind.tool"), choices: configured },
          ...(byId ? ids : []),
          { label: t("newTool"), choices: useNewOnes(types) },
        ]}
        onPick={pick}
      />
    </div>
  );
}

function useConfigured(configs: ToolConfig[], types: ToolType[]): PickerChoice[] {
  const local = useLocalText();
  return configs.map(({ tool_id, name, description, type }) => {
    const known = types.find((candidate) => candidate.type === type);
    return {
      id: tool_id,
      title: name,
      help: description || (known ? local(known.title) : type),
      icon: known?.icon ?? "tool",
    };
  });
}

function useNewOnes(types: ToolType[]): PickerChoice[] {
  const { t } = useTranslation("schema-form");
  const local = useLocalText();
  return types
    .filter(({ kind }) => kind === "configured")
    .map(({ type, title, icon, implemented }) => ({
      id: NEW + type,
      title: local(title),
      help: "",
      icon,
      ...(implemented ? {} : { mark: t("notYet") }),
    }));
}

function useOfferedById(): PickerGroup[] {
  const { t } = useTranslation("schema-form");
  const local = useLocalText();
  const entries = useInventory().data ?? [];
  const choiceOf = ({ id, title, description, icon }: InventoryEntry): PickerChoice => ({
    id,
    title: local(title),
    help: local(description),
    icon,
  });
  return KINDS.map((kind) => ({
    label: t(`toolKind.${kind}`),
    choices: entries.filter((entry) => entry.kind === kind).map(choiceOf),
  }));
}
