import type { NodeDoc, NodeTypeInfo } from "@/api/types";
import { portsOf, portY } from "@/document/geometry";

type Props = { node: NodeDoc; type: NodeTypeInfo; isOpen?: boolean };

/**
 * Edge ends on a card that is drawn as a box.
 *
 * React Flow measures elements of these classes; its own handles would subscribe to connection events, which are not
 * needed at this zoom.
 */
export function PlainPorts({ node, type, isOpen = false }: Props) {
  return (
    <>
      {portsOf(node, type, "inputs").map(({ id }) => (
        <span
          key={id}
          className="react-flow__handle react-flow__handle-left target"
          data-handleid={id}
          data-handlepos="left"
          style={{ top: portY(node, type, "inputs", id, isOpen) }}
        />
      ))}
      {portsOf(node, type, "outputs").map(({ id }) => (
        <span
          key={id}
          className="react-flow__handle react-flow__handle-right source"
          data-handleid={id}
          data-handlepos="right"
          style={{ top: portY(node, type, "outputs", id, isOpen) }}
        />
      ))}
    </>
  );
}
