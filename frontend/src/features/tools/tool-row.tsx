import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import type { ToolConfig, ToolConfigDraft, ToolType } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { IconButton } from "@/components/icon-button";
import rows from "@/components/rows.module.css";
import { useSave } from "@/components/use-save";
import { ToolIcon } from "@/features/tools/tool-icon";
import classes from "@/features/tools/tools.module.css";
import { useToolsAddress } from "@/features/tools/use-tools-address";
import { useUser } from "@/hooks/use-user";
import { useLocalText } from "@/i18n/local-text";

type Props = { tool: ToolConfig; type: ToolType | undefined };

export function ToolRow({ tool, type }: Props) {
  const { t } = useTranslation("tools");
  const local = useLocalText();
  const user = useUser();
  const { edit } = useToolsAddress();
  const { update, remove } = useToolActions();
  const mayChange = user.is_staff || tool.owner.id === user.id;
  const about = [type && local(type.title), tool.description].filter(Boolean).join(" · ");
  return (
    <li className={rows.row}>
      <ToolIcon name={type?.icon ?? "tool"} />
      <div className={rows.rowText}>
        <button type="button" className={classes.rowName} onClick={() => edit(tool.id)}>
          {tool.name}
        </button>
        <p className={classes.rowAbout}>{about}</p>
      </div>
      {!tool.implemented && <span className={classes.mark}>{t("notImplemented")}</span>}
      {tool.offered_over_mcp && <span className={classes.mark}>MCP</span>}
      {tool.shared && <span className={classes.mark}>{t("shared")}</span>}
      {tool.owner.id !== user.id && <span className={classes.quiet}>{tool.owner.username}</span>}
      <Switch
        size="xs"
        aria-label={t("field.enabled")}
        checked={tool.enabled}
        disabled={!mayChange || update.isPending}
        onChange={(event) =>
          update.mutate({ id: tool.id, changes: { enabled: event.currentTarget.checked } })
        }
      />
      {mayChange && (
        <ConfirmButton
          question={t("delete.question", { name: tool.name })}
          confirmLabel={t("delete.confirm")}
          onConfirm={() => remove.mutate(tool.id)}
        >
          <IconButton icon="trash" label={t("delete.label", { name: tool.name })} />
        </ConfirmButton>
      )}
    </li>
  );
}

/** Actions for a configured tool in the list. */
function useToolActions() {
  const { t } = useTranslation("tools");

  const update = useSave(
    ({ id, changes }: { id: string; changes: Partial<ToolConfigDraft> }) =>
      ask("patch", "/api/tools/configs/{config_id}/", { ...at({ config_id: id }), body: changes }),
    { refreshes: ["/api/tools/configs/*"] },
  );
  const remove = useSave(
    (id: string) => ask("delete", "/api/tools/configs/{config_id}/", at({ config_id: id })),
    { refreshes: ["/api/tools/configs/*"], done: t("done.deleted") },
  );
  return { update, remove };
}
