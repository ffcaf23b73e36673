import { Button, Group, Modal, Select, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAgents } from "@/api/queries";
import { useAgentActions } from "@/features/agents/use-agent-actions";

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
  const query = useAgents("");
  const agents = query.data?.pages.flatMap((page) => page.results) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const { addTool } = useAgentActions();
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
          loading={addTool.isPending}
          onClick={() => agent && addTool.mutate({ agent, tool: toolId }, { onSuccess: onClose })}
        >
          {t("add.confirm")}
        </Button>
      </Group>
    </>
  );
}
