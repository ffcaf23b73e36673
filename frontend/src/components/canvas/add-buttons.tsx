import type { NodeDoc, NodeTypeInfo } from "@/api/types";
import { outgoingEdges } from "@/document/edge-index";
import { portY } from "@/document/geometry";
import { outputPorts } from "@/document/ports";
import { useDocument } from "@/stores/document-store";
import { useCanvas } from "./canvas-context";

type Props = { node: NodeDoc; type: NodeTypeInfo; all: boolean; isOpen?: boolean };

/** A "+" behind each output port: always there while the port is free, else while the card has the attention. */
export function AddButtons({ node, type, all, isOpen = false }: Props) {
  const { addAfter, local, t } = useCanvas();
  const wired = useDocument((state) =>
    outgoingEdges(state.edges, node.key)
      .map((edge) => edge.source_port)
      .join(),
  );
  const wiredPorts = wired.split(",");
  const ports = outputPorts(node, type);
  const shown = ports.filter((port) => all || !wiredPorts.includes(port.id));
  return shown.map((port) => (
    <button
      key={port.id}
      type="button"
      className="fl-add nodrag nopan"
      data-port={port.id}
      style={{ top: portY(node, type, "outputs", port.id, isOpen) }}
      tabIndex={-1}
      aria-label={
        ports.length > 1 ? t("addAfterPort", { port: local(port.title) }) : t("addAfter", { name: node.name })
      }
      onClick={(event) => {
        event.stopPropagation();
        addAfter({ node: node.key, port: port.id }, event.currentTarget);
      }}
    />
  ));
}
