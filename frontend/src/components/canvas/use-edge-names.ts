import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { linkOf } from "@/document/outline";
import type { EdgeDoc, GraphDocument, NodeTypeIndex } from "@/document/types";
import { useLocalText } from "@/i18n/local-text";

type Sources = Pick<GraphDocument, "nodes" | "edges"> & { types: NodeTypeIndex };

/** Accessible names of connections: `Ask (Error) to Send`. */
export function useEdgeNames({ nodes, edges, types }: Sources): (edge: EdgeDoc) => string {
  const { t } = useTranslation("canvas");
  const local = useLocalText();
  return useMemo(() => {
    // Translated once: there are thousands of edges.
    const [before = "", between = "", after = ""] = t("a11y.edgeName", { source: "|", target: "|" }).split(
      "|",
    );
    return (edge) => {
      const link = linkOf({ nodes, edges, order: [] }, types, edge);
      if (!link) return "";
      const { source, target, port } = link;
      const from = port ? `${source.name} (${local(port.title)})` : source.name;
      return before + from + between + target.name + after;
    };
  }, [nodes, edges, types, t, local]);
}
