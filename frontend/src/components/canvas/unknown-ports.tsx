import { Handle, Position } from "@xyflow/react";
import { useTranslation } from "react-i18next";
import type { PortIds } from "@/document/edge-ports";
import { SINGLE_PORT_Y } from "@/document/geometry";

/** Edge ends of an unknown node type; its other ports are not known. */
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
