import { Handle, Position } from "@xyflow/react";
import { useTranslation } from "react-i18next";
import type { NodeDoc, NodeTypeInfo } from "@/api/types";
import { type PortSide, portsOf, portY } from "@/document/geometry";
import { useCanvas } from "./canvas-context";

type Props = { node: NodeDoc; type: NodeTypeInfo | undefined; isOpen?: boolean };

/** The ports of a card; they have labels only where there is a choice. */
export function CardPorts({ node, type, isOpen = false }: Props) {
  if (!type) return null;
  return (
    <>
      <Side node={node} type={type} side="inputs" isOpen={isOpen} />
      <Side node={node} type={type} side="outputs" isOpen={isOpen} />
    </>
  );
}

type SideProps = { node: NodeDoc; type: NodeTypeInfo; side: PortSide; isOpen: boolean };

function Side({ node, type, side, isOpen }: SideProps) {
  const { t } = useTranslation("canvas");
  const { local, editable } = useCanvas();
  const ports = portsOf(node, type, side);
  return ports.map((port) => (
    <Handle
      key={port.id}
      id={port.id}
      type={side === "inputs" ? "target" : "source"}
      position={side === "inputs" ? Position.Left : Position.Right}
      isConnectable={editable}
      data-port={port.id}
      role="img"
      aria-label={t(`a11y.${side}`, { port: local(port.title) })}
      style={{ top: portY(node, type, side, port.id, isOpen) }}
    >
      {ports.length > 1 && (
        <span className="fl-port-label" title={local(port.title)}>
          {local(port.title)}
        </span>
      )}
    </Handle>
  ));
}
