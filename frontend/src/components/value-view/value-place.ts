/** Where the value on the screen can be referred to, and who shows where a part of it came from. */

import { createContext, useContext } from "react";
import type { ReferencePath } from "@/document/reference-path";

export type ValuePlace = {
  /** What a reference to the whole value is: `["nodes", "fetch"]`. */
  root: ReferencePath;
  /** Whether templates can refer to it: not to the output of a whole run. */
  canRefer: boolean;
  /** Show where a part came from; missing where no run can tell. */
  trace?: (path: ReferencePath) => void;
};

const ValuePlaceContext = createContext<ValuePlace | null>(null);

export const ValuePlaceProvider = ValuePlaceContext.Provider;

/** Null where a value stands alone: arguments, examples. */
export function useValuePlace(): ValuePlace | null {
  return useContext(ValuePlaceContext);
}
