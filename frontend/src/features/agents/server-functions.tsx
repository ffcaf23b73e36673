import { Checkbox, Skeleton, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { functionIdOf } from "@/api/function-id";
import { useToolFunctions } from "@/api/queries";
import { ErrorState } from "@/components/error-state";
import { Icon } from "@/components/icon";
import classes from "@/features/agents/agents.module.css";

type Props = {
  /** The configured tool's own id, without the prefix. */
  configId: string;
  title: string;
  /** The tool is chosen with all that it offers. */
  isWhole: boolean;
  chosen: string[];
  toggle: (id: string, isOn: boolean) => void;
};

/** Single functions of a server, which is asked for them once somebody wants to see them. */
export function ServerFunctions(props: Props) {
  const { t } = useTranslation("agents");
  const picked = props.chosen.filter((id) => functionIdOf(id)?.configId === props.configId);
  const [isOpen, setIsOpen] = useState(picked.length > 0);
  return (
    <div className={classes.functions}>
      <UnstyledButton
        className={classes.unfold}
        aria-expanded={isOpen}
        aria-label={`${t("tools.functions")}: ${props.title}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? "chevron-down" : "chevron-right"} size={14} />
        {t("tools.functions")}
      </UnstyledButton>
      {isOpen && <FunctionList {...props} picked={picked} />}
    </div>
  );
}

function FunctionList({ configId, isWhole, picked, toggle }: Props & { picked: string[] }) {
  const { t } = useTranslation("agents");
  const query = useToolFunctions(configId);
  if (query.isPending) return <Skeleton height={48} radius="md" />;
  const offered = (query.data ?? []).filter((one) => one.chosen);
  const gone = picked.filter((id) => !offered.some(({ tool_id }) => tool_id === id));
  return (
    <>
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {offered.map(({ tool_id, title, description }) => (
        <Checkbox
          key={tool_id}
          label={title}
          description={description}
          checked={isWhole || picked.includes(tool_id)}
          disabled={isWhole}
          onChange={(event) => toggle(tool_id, event.currentTarget.checked)}
        />
      ))}
      {gone.map((id) => (
        <Checkbox
          key={id}
          label={functionIdOf(id)?.name}
          description={query.isError ? undefined : t("tools.functionGone")}
          checked
          onChange={() => toggle(id, false)}
        />
      ))}
    </>
  );
}
