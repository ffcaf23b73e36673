/** Lays the fields of an object out in their groups; groups may start folded. */

import { Stack } from "@mantine/core";
import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import { fieldsOf } from "@/document/form-schema";
import { FieldGroup } from "./field-group";
import type { GroupedContext } from "./form-context";
import { isShown } from "./prepare-schema";

export function GroupedObject({
  properties,
  schema,
  formData,
  fieldPathId,
  title,
  registry,
}: ObjectFieldTemplateProps) {
  const fields = fieldsOf(schema);
  const shown = properties.filter((entry) => !entry.hidden && isShown(fields[entry.name], formData ?? {}));
  const isRoot = fieldPathId.path.length === 0;
  if (!isRoot) {
    return (
      <FieldGroup title={title} collapsed={false}>
        {shown.map((entry) => entry.content)}
      </FieldGroup>
    );
  }
  const { groups }: GroupedContext = registry.formContext;
  return (
    <Stack gap="md">
      {groups.map((group) => {
        const members = shown.filter((entry) => group.fields.includes(entry.name));
        if (members.length === 0) return null;
        // A single group needs no heading: the place where the form stands has one.
        if (!group.id || groups.length === 1)
          return (
            <Stack key="main" gap="md">
              {members.map((entry) => entry.content)}
            </Stack>
          );
        return (
          <FieldGroup key={group.id} title={group.title} collapsed={group.collapsed}>
            {members.map((entry) => entry.content)}
          </FieldGroup>
        );
      })}
    </Stack>
  );
}
