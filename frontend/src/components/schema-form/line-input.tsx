import { Templates } from "@rjsf/mantine";
import type { BaseInputTemplateProps } from "@rjsf/utils";
import type { ComponentType } from "react";

// The theme has all of them; the type says that it may lack some.
const Themed = Templates.BaseInputTemplate as ComponentType<BaseInputTemplateProps>;

/** The theme's one-line field; a value that nobody gave yet is an empty field, so that React keeps hold of it. */
export function LineInput(props: BaseInputTemplateProps) {
  return <Themed {...props} value={props.value ?? ""} />;
}
