/** A workflow as large as one likes: a start, templates, an end. */

import { end, start, template } from "../e2e/documents";
import type { WorkflowDocument } from "../src/api/types";
import { cells, links } from "./grid";

export function workflowOf(size: number): WorkflowDocument {
  const templates = Array.from({ length: size - 2 }, (_, at) =>
    template(`n${at}`, `n${at}`, "{{ inputs.value }}"),
  );
  const specs = [start("value"), ...templates, end({ value: "{{ nodes.n0.text }}" })];
  const keys = specs.map(({ key }) => key);
  return {
    nodes: cells(size).flatMap(({ at, position }) => {
      const spec = specs[at];
      return spec
        ? [{ ...spec, position, type_version: 1, parent: null, bypass: false, pinned_output: null }]
        : [];
    }),
    edges: links(size).map(([from, to]) => {
      const [source = "", target = ""] = [keys[from], keys[to]];
      return { id: `${source}-${target}`, source, source_port: "out", target, target_port: "in" };
    }),
  };
}
