import { Button, Checkbox, Group, Menu, Modal, Select, Text } from "@mantine/core";
import { type DragEvent, memo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAgents } from "@/api/agents";
import { ask, at } from "@/api/http";
import type { WorkflowSummary } from "@/api/types";
import grid from "@/components/card-grid/card-grid.module.css";
import { IconButton } from "@/components/icon-button";
import { lazyComponent } from "@/components/lazy-component";
import { notifyDone } from "@/components/notify";
import { useSave } from "@/components/use-save";
import { WorkflowCard } from "@/components/workflow-card/workflow-card";
import card from "@/components/workflow-card/workflow-card.module.css";
import { WorkflowMenuItems, type WorkflowQuestion } from "@/features/workflows/workflow-menu-items";

const ArrangeModal = lazyComponent(
  async () => (await import("@/features/workflows/library/arrange-modal")).ArrangeModal,
);
const MembersModal = lazyComponent(
  async () => (await import("@/components/sharing/members-modal")).MembersModal,
);
const LeaveModal = lazyComponent(async () => (await import("@/components/sharing/leave-modal")).LeaveModal);
const DeleteModal = lazyComponent(
  async () => (await import("@/features/workflows/library/delete-modal")).DeleteModal,
);

type Props = {
  workflow: WorkflowSummary;
  isChosen: boolean;
  /** Shows the selection box without hovering over the card. */
  isBoxShown: boolean;
  isBoxDisabled: boolean;
  onChoose: (id: string, wanted: boolean) => void;
  onDragStart: (event: DragEvent, id: string) => void;
};

/** One card of the grid; drawn again only when something about it has changed, since there may be hundreds. */
export const WorkflowItem = memo(function WorkflowItem(props: Props) {
  const { workflow, isChosen, isBoxShown, isBoxDisabled, onChoose, onDragStart } = props;
  const { t } = useTranslation("workflows");
  const { id, name, role } = workflow;
  const isMovable = role !== "viewer";
  return (
    <li className={grid.item} draggable={isMovable} onDragStart={(event) => onDragStart(event, id)}>
      <WorkflowCard
        workflow={workflow}
        menu={<WorkflowMenu workflow={workflow} />}
        check={
          isMovable && (
            <span className={card.check} data-shown={isBoxShown || undefined}>
              <Checkbox
                size="xs"
                aria-label={t("card.choose", { name })}
                checked={isChosen}
                disabled={isBoxDisabled}
                onChange={(event) => onChoose(id, event.currentTarget.checked)}
              />
            </span>
          )
        }
      />
    </li>
  );
});

function WorkflowMenu({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("workflows");
  const [asked, setAsked] = useState<WorkflowQuestion | null>(null);
  const close = () => setAsked(null);
  const thing = { kind: "workflow", id: workflow.id, name: workflow.name } as const;
  return (
    <>
      <Menu width={180}>
        <Menu.Target>
          <IconButton icon="dots" label={t("card.menu", { name: workflow.name })} className={grid.menu} />
        </Menu.Target>
        <Menu.Dropdown>
          <WorkflowMenuItems workflow={workflow} onAsk={setAsked} />
        </Menu.Dropdown>
      </Menu>
      {asked === "agent" && (
        <AddToAgent opened name={workflow.name} toolId={`workflow:${workflow.slug}`} onClose={close} />
      )}
      {(asked === "folder" || asked === "tags") && (
        <ArrangeModal workflows={[workflow]} part={asked} onClose={close} />
      )}
      {asked === "members" && <MembersModal thing={thing} onClose={close} />}
      {asked === "leave" && <LeaveModal thing={thing} onClose={close} />}
      {asked === "delete" && <DeleteModal workflows={[workflow]} onClose={close} />}
    </>
  );
}

type AddToAgentProps = { opened: boolean; name: string; toolId: string; onClose: () => void };

/** Give a workflow to one of one's agents as a tool. */
function AddToAgent({ opened, name, toolId, onClose }: AddToAgentProps) {
  const { t } = useTranslation("agents");
  return (
    <Modal opened={opened} onClose={onClose} title={t("add.title", { name })} size="sm">
      {opened && <Choice toolId={toolId} onClose={onClose} />}
    </Modal>
  );
}

function Choice({ toolId, onClose }: Pick<AddToAgentProps, "toolId" | "onClose">) {
  const { t } = useTranslation("agents");
  const query = useAgents();
  const agents = query.data?.pages.flatMap((page) => page.results) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const add = useAddTool();
  const agent = chosen ?? agents[0]?.id ?? null;
  if (query.isSuccess && agents.length === 0) {
    return (
      <Group justify="space-between">
        <Text size="sm">{t("add.none")}</Text>
        <Button component={Link} to="/agents">
          {t("add.make")}
        </Button>
      </Group>
    );
  }
  return (
    <>
      <Select
        label={t("add.agent")}
        data={agents.map(({ id, name }) => ({ value: id, label: name }))}
        value={agent}
        allowDeselect={false}
        onChange={setChosen}
      />
      <Group justify="flex-end" mt="lg">
        <Button
          disabled={!agent}
          loading={add.isPending}
          onClick={() => agent && add.mutate({ agent, tool: toolId }, { onSuccess: onClose })}
        >
          {t("add.confirm")}
        </Button>
      </Group>
    </>
  );
}

function useAddTool() {
  const { t } = useTranslation("agents");
  return useSave(
    ({ agent, tool }: { agent: string; tool: string }) =>
      ask("post", "/api/agents/{agent_id}/tools/", { ...at({ agent_id: agent }), body: { tool_id: tool } }),
    { refreshes: ["/api/agents/*"], onSuccess: (agent) => notifyDone(t("done.added", { name: agent.name })) },
  );
}
