import { Handle, Position, useNodeConnections } from "@xyflow/react";
import { SINGLE_PORT_Y } from "@/document/geometry";
import { FOLDED_IN, FOLDED_OUT } from "./to-flow";

/** Edge ends of a folded group's hidden content; visible if there are any, and not connectable. */
export function GroupPorts() {
  return (
    <>
      <GroupPort id={FOLDED_IN} type="target" position={Position.Left} />
      <GroupPort id={FOLDED_OUT} type="source" position={Position.Right} />
    </>
  );
}

type Props = { id: string; type: "source" | "target"; position: Position };

function GroupPort({ id, type, position }: Props) {
  const isUsed = useNodeConnections({ handleType: type, handleId: id }).length > 0;
  const style = { top: SINGLE_PORT_Y, visibility: isUsed ? "visible" : "hidden" } as const;
  return <Handle id={id} type={type} position={position} isConnectable={false} style={style} />;
}
