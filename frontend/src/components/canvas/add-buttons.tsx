import type { NodeDoc, NodeTypeInfo } from "@/api/types";
import { outgoingEdges } from "@/document/edge-index";
import { portY } from "@/document/geometry";
import { outputPorts, type ShownPort } from "@/document/ports";
import { loneStart } from "@/document/validate";
import { useDocument } from "@/stores/document-store";
import { useCanvas } from "./canvas-context";

type Props = { node: NodeDoc; type: NodeTypeInfo; all: boolean; isOpen?: boolean };

/**
 * A "+" behind each output port: always there while the port is free, else while the card has the attention.
 *
 * Behind a start that is alone it says in words what comes next.
 */
export function AddButtons({ node, type, all, isOpen = false }: Props) {
  const { addAfter, local, t, types } = useCanvas();
  const isFirst = useDocument((state) => loneStart(state, types) === node.key);
  const wired = useDocument((state) =>
    outgoingEdges(state.edges, node.key)
      .map((edge) => edge.source_port)
      .join(),
  );
  const wiredPorts = wired.split(",");
  const ports = outputPorts(node, type);
  const shown = ports.filter((port) => all || !wiredPorts.includes(port.id));
  const nameOf = (port: ShownPort) =>
    ports.length > 1 ? t("addAfterPort", { port: local(port.title) }) : t("addAfter", { name: node.name });
  return shown.map((port) => (
    <button
      key={port.id}
      type="button"
      className="fl-add nodrag nopan"
      data-port={port.id}
      style={{ top: portY(node, type, "outputs", port.id, isOpen) }}
      {...(isFirst ? { "data-first": true } : { tabIndex: -1, "aria-label": nameOf(port) })}
      // The canvas may move before the button is let go, as it does when a panel opens: the click is the button's still.
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onClick={(event) => {
        event.stopPropagation();
        addAfter({ node: node.key, port: port.id }, event.currentTarget);
      }}
    >
      {isFirst && <span className="fl-add-first">{t("addFirst")}</span>}
    </button>
  ));
}
