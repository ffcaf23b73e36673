import { Handle, Position } from "@xyflow/react";
import type { NodeDoc, NodeTypeInfo } from "@/api/types";
import { portY } from "@/document/geometry";
import { useCanvas } from "./canvas-context";

type Props = { node: NodeDoc; type: NodeTypeInfo | undefined };

/** The ports of a card; they have labels only where there is a choice. */
export function CardPorts({ node, type }: Props) {
  if (!type) return null;
  return (
    <>
      <PortSide node={node} type={type} side="inputs" />
      <PortSide node={node} type={type} side="outputs" />
    </>
  );
}

function PortSide({ node, type, side }: { node: NodeDoc; type: NodeTypeInfo; side: "inputs" | "outputs" }) {
  const { local, editable } = useCanvas();
  const ports = type[side];
  return ports.map((port) => {
    const top = portY(node, type, side, port.id);
    return (
      <Handle
        key={port.id}
        id={port.id}
        type={side === "inputs" ? "target" : "source"}
        position={side === "inputs" ? Position.Left : Position.Right}
        isConnectable={editable}
        style={{ top }}
      >
        {ports.length > 1 && <span className="fl-port-label">{local(port.title)}</span>}
      </Handle>
    );
  });
}
