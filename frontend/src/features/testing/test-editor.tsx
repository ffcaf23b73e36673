import { Button, Menu, Switch, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import * as limits from "@/api/limits.gen";
import type { FieldError, JsonObject, WorkflowTest } from "@/api/types";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { textOf } from "@/document/config";
import { AssertionFields } from "@/features/testing/assertion-fields";
import { ListEditor } from "@/features/testing/list-editor";
import classes from "@/features/testing/testing.module.css";
import { useRows } from "@/features/testing/use-rows";

type Props = { test: WorkflowTest; onClose: () => void; onSaved: () => Promise<void> };

export function TestEditor({ test, onClose, onSaved }: Props) {
  const { t } = useTranslation("testing");
  const [comparesPrompts, setComparesPrompts] = useState(test.compares_prompts ?? true);
  return (
    <ListEditor
      title={t("editor.title", { name: test.name })}
      size="lg"
      name={test.name}
      maxName={limits.WorkflowTestPatch.name}
      label={t("editor.assertions")}
      help={t("editor.assertionsHelp")}
      list={test.assertions}
      form={(list, onChange, errors) => <AssertionsForm first={list} errors={errors} onChange={onChange} />}
      send={(name, assertions) =>
        ask("patch", "/api/workflow-tests/{test_id}/", {
          ...at({ test_id: test.id }),
          body: { name, assertions, compares_prompts: comparesPrompts },
        })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      <Switch
        label={t("editor.prompts")}
        description={t("editor.promptsHelp")}
        checked={comparesPrompts}
        onChange={(event) => setComparesPrompts(event.currentTarget.checked)}
      />
    </ListEditor>
  );
}

type AssertionsFormProps = {
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
function AssertionsForm({ first, errors, onChange }: AssertionsFormProps) {
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
              <IconButton
                icon="trash"
                iconSize={15}
                color="gray"
                label={t("assertion.remove", { name })}
                onClick={() => remove(key)}
              />
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
