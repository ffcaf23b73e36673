import { Handle, Position } from "@xyflow/react";
import { SINGLE_PORT_Y } from "@/document/geometry";
import { FOLDED_IN, FOLDED_OUT } from "./to-flow";

/** Where the edges of what a folded group hides begin and end; nobody draws new ones there. */
export function GroupPorts() {
  const style = { top: SINGLE_PORT_Y, visibility: "hidden" } as const;
  return (
    <>
      <Handle id={FOLDED_IN} type="target" position={Position.Left} isConnectable={false} style={style} />
      <Handle id={FOLDED_OUT} type="source" position={Position.Right} isConnectable={false} style={style} />
    </>
  );
}
