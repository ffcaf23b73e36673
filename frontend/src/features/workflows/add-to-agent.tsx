import { Button, Group, Modal, Select, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAgents } from "@/api/agents";
import { ask, at } from "@/api/http";
import { notifyDone } from "@/components/notify";
import { useSave } from "@/components/use-save";

type Props = { opened: boolean; name: string; toolId: string; onClose: () => void };

/** Give a workflow to one of one's agents as a tool. */
export function AddToAgent({ opened, name, toolId, onClose }: Props) {
  const { t } = useTranslation("agents");
  return (
    <Modal opened={opened} onClose={onClose} title={t("add.title", { name })} size="sm">
      {opened && <Choice toolId={toolId} onClose={onClose} />}
    </Modal>
  );
}

function Choice({ toolId, onClose }: Pick<Props, "toolId" | "onClose">) {
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
