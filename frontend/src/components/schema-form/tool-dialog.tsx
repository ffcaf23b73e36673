import type { ComponentProps } from "react";
import { ToolEditor } from "./controls/tool-editor";
import { NestedForm } from "./nested-form";
import { SchemaForm } from "./schema-form";

/** The dialog that makes or changes a tool, for places outside of a form. */
export function ToolDialog(props: ComponentProps<typeof ToolEditor>) {
  return (
    <NestedForm value={SchemaForm}>
      <ToolEditor {...props} />
    </NestedForm>
  );
}
