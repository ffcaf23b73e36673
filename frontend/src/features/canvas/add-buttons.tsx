import { useTranslation } from "react-i18next";
import type { NodeDoc, NodeTypeInfo } from "@/api/types";
import { outgoingEdges } from "@/document/edge-index";
import { portY } from "@/document/geometry";
import { useDocument } from "@/stores/document-store";
import { useCanvas } from "./canvas-context";

type Props = { node: NodeDoc; type: NodeTypeInfo };

/** A "+" behind each output port: always there while the port is free, else when the card is pointed at. */
export function AddButtons({ node, type }: Props) {
  const { t } = useTranslation("canvas");
  const { addAfter, local } = useCanvas();
  const wired = useDocument((state) =>
    outgoingEdges(state.edges, node.key)
      .map((edge) => edge.source_port)
      .join(),
  );
  const wiredPorts = wired.split(",");
  return type.outputs.map((port) => (
    <button
      key={port.id}
      type="button"
      className="fl-add nodrag nopan"
      data-wired={wiredPorts.includes(port.id) || undefined}
      data-port={port.id}
      style={{ top: portY(node, type, "outputs", port.id) }}
      tabIndex={-1}
      aria-label={
        type.outputs.length > 1
          ? t("addAfterPort", { port: local(port.title) })
          : t("addAfter", { name: node.name })
      }
      onClick={(event) => {
        event.stopPropagation();
        addAfter({ node: node.key, port: port.id }, event.currentTarget);
      }}
    />
  ));
}
