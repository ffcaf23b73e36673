/** The stored run with the traced values. */

import { createContext, useContext } from "react";
import type { JsonObject } from "@/api/types";
import type { GraphDocument } from "@/document/types";

type ProvenanceRun = {
  id: string;
  inputs: JsonObject;
  output: JsonObject | null;
  document: GraphDocument;
  outputOf: (key: string, scope: string) => JsonObject | null;
};

export const ProvenanceRunContext = createContext<ProvenanceRun | null>(null);

export function useProvenanceRun(): ProvenanceRun {
  const run = useContext(ProvenanceRunContext);
  if (!run) throw new Error("values are traced inside of a run");
  return run;
}
