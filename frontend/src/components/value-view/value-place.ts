/** Reference path of the displayed value, and the handler that shows the origin of its parts. */

import { createContext, useContext } from "react";
import type { ReferencePath } from "@/document/reference-path";

export type ValuePlace = {
  /** Reference to the whole value: `["nodes", "fetch"]`. */
  root: ReferencePath;
  /** True if templates can refer to it: not to the output of a whole run. */
  canRefer: boolean;
  /** Show where a part came from; missing where no run can tell. */
  trace?: (path: ReferencePath) => void;
};

const ValuePlaceContext = createContext<ValuePlace | null>(null);

export const ValuePlaceProvider = ValuePlaceContext.Provider;

/** Null for a value without reference: arguments, examples. */
export function useValuePlace(): ValuePlace | null {
  return useContext(ValuePlaceContext);
}
