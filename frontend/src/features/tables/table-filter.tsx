import { Button, CloseButton, Group, Popover, Select, Stack, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { TableColumn } from "@/api/tables";
import { Icon } from "@/components/icon";

export type Condition = { column: string; operator: string; value: string };

const OPERATORS = [
  "equals",
  "not_equals",
  "contains",
  "not_contains",
  "greater_than",
  "greater_or_equal",
  "less_than",
  "less_or_equal",
  "is_empty",
  "is_not_empty",
] as const;
const WITHOUT_VALUE = new Set(["is_empty", "is_not_empty"]);

type Props = {
  columns: readonly TableColumn[];
  conditions: readonly Condition[];
  onChange: (conditions: Condition[]) => void;
};

/** The conditions that count: those that say what they compare with. */
export const isComplete = ({ operator, value }: Condition) => WITHOUT_VALUE.has(operator) || value !== "";

export function TableFilter({ columns, conditions, onChange }: Props) {
  const { t } = useTranslation("tables");
  const count = conditions.filter(isComplete).length;
  const change = (at: number, changes: Partial<Condition>) =>
    onChange(conditions.map((one, index) => (index === at ? { ...one, ...changes } : one)));
  const add = () =>
    onChange([...conditions, { column: columns[0]?.key ?? "", operator: "equals", value: "" }]);
  return (
    <Popover position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button variant={count > 0 ? "light" : "default"} leftSection={<Icon name="filter" />}>
          {count > 0 ? t("filterCount", { count }) : t("filter")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {conditions.map((condition, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity.
            <Group key={at} gap={6} wrap="nowrap">
              <Select
                w={130}
                aria-label={t("column")}
                allowDeselect={false}
                comboboxProps={{ withinPortal: false }}
                data={columns.map(({ key, name }) => ({ value: key, label: name }))}
                value={condition.column}
                onChange={(column) => column && change(at, { column })}
              />
              <Select
                w={140}
                aria-label={t("operator")}
                allowDeselect={false}
                comboboxProps={{ withinPortal: false }}
                data={OPERATORS.map((value) => ({ value, label: t(`operators.${value}`) }))}
                value={condition.operator}
                onChange={(operator) => operator && change(at, { operator })}
              />
              {!WITHOUT_VALUE.has(condition.operator) && (
                <TextInput
                  w={120}
                  aria-label={t("value")}
                  value={condition.value}
                  onChange={(event) => change(at, { value: event.currentTarget.value })}
                />
              )}
              <CloseButton
                aria-label={t("removeCondition")}
                onClick={() => onChange(conditions.filter((_, index) => index !== at))}
              />
            </Group>
          ))}
          <Button variant="subtle" size="compact-sm" leftSection={<Icon name="plus" />} onClick={add}>
            {t("addCondition")}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
