import { ActionIcon, Button, Menu, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FieldError, JsonObject } from "@/api/types";
import { Icon } from "@/components/icon";
import { textOf } from "@/document/config";
import { AssertionFields } from "@/features/testing/assertion-fields";
import classes from "@/features/testing/testing.module.css";
import { useRows } from "@/features/testing/use-rows";

type Props = {
  first: JsonObject[];
  /** Server errors, by pointers such as `/assertions/0/path`. */
  errors: readonly FieldError[];
  onChange: (list: JsonObject[]) => void;
};

/** Each kind with what a new one demands. */
const NEW: Readonly<Record<string, JsonObject>> = {
  status: { value: "succeeded" },
  equals: { path: "$", value: "" },
  contains: { path: "$", value: "" },
  schema: { path: "$", value: { type: "object" } },
  tools: { value: [], exact: true },
  cost: { value: 1 },
  tokens: { value: 1000 },
  time: { value: 60_000 },
};

/** Assertions of a test, one row each. */
export function AssertionsForm({ first, errors, onChange }: Props) {
  const { t } = useTranslation("testing");
  const { rows, add, change, remove } = useRows(first, onChange);
  return (
    <>
      {rows.length === 0 && <p className={classes.quiet}>{t("assertion.none")}</p>}
      <ul className={classes.rows}>
        {rows.map(({ key, value }, index) => {
          const kind = textOf(value.kind);
          const name = t(`assertion.kind.${kind}`, { defaultValue: kind });
          return (
            <li key={key} className={classes.row} aria-label={name}>
              <span className={classes.kind}>{name}</span>
              <div className={classes.fields}>
                <AssertionFields assertion={value} onChange={(next) => change(key, next)} />
                {errors
                  .filter(({ pointer }) => `${pointer}/`.startsWith(`/assertions/${index}/`))
                  .map(({ pointer, message }) => (
                    <Text key={pointer} size="xs" c="red" role="alert">
                      {message}
                    </Text>
                  ))}
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t("assertion.remove", { name })}
                onClick={() => remove(key)}
              >
                <Icon name="trash" size={15} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" size="compact-sm" leftSection={<Icon name="plus" size={14} />}>
            {t("assertion.add")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {Object.entries(NEW).map(([kind, fields]) => (
            <Menu.Item key={kind} onClick={() => add({ kind, ...fields })}>
              {t(`assertion.kind.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
