/** Switches for the tools that need no set-up. */

import { Stack, Switch } from "@mantine/core";
import { useToolTypes } from "@/api/queries";
import { useLocalText } from "@/i18n/local-text";
import type { ControlProps } from "../control";

export function BuiltinToolsControl({ value, onChange, context }: ControlProps<string[]>) {
  const local = useLocalText();
  const chosen = value ?? [];
  const builtin = (useToolTypes().data ?? []).filter((type) => type.kind === "builtin");
  return (
    <Stack gap={8} mt={4}>
      {builtin.map((tool) => (
        <Switch
          key={tool.type}
          size="sm"
          label={local(tool.title)}
          description={local(tool.help)}
          checked={chosen.includes(tool.type)}
          disabled={context.readOnly}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked ? [...chosen, tool.type] : chosen.filter((id) => id !== tool.type),
            )
          }
        />
      ))}
    </Stack>
  );
}
