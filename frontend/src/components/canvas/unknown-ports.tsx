import { Handle, Position } from "@xyflow/react";
import { useTranslation } from "react-i18next";
import type { PortIds } from "@/document/edge-ports";
import { SINGLE_PORT_Y } from "@/document/geometry";

/** Where the edges of a node of an unknown type end; nobody can say what else it takes or gives. */
export function UnknownPorts({ ports }: { ports: PortIds }) {
  const { t } = useTranslation("canvas");
  return (["inputs", "outputs"] as const).flatMap((side) =>
    ports[side].map((id) => (
      <Handle
        key={`${side} ${id}`}
        id={id}
        type={side === "inputs" ? "target" : "source"}
        position={side === "inputs" ? Position.Left : Position.Right}
        isConnectable={false}
        role="img"
        aria-label={t(`a11y.${side}`, { port: id })}
        style={{ top: SINGLE_PORT_Y }}
      />
    )),
  );
}
