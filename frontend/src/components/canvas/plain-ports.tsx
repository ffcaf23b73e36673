import type { NodeDoc, NodeTypeInfo } from "@/api/types";
import { portsOf, portY } from "@/document/geometry";

type Props = { node: NodeDoc; type: NodeTypeInfo; isOpen?: boolean };

const SIDES = [
  { side: "inputs", at: "left", end: "target" },
  { side: "outputs", at: "right", end: "source" },
] as const;

/**
 * Edge ends on a card that is drawn as a box.
 *
 * React Flow measures elements of these classes; its own handles would subscribe to connection events, which are not
 * needed at this zoom.
 */
export function PlainPorts({ node, type, isOpen = false }: Props) {
  return SIDES.map(({ side, at, end }) =>
    portsOf(node, type, side).map(({ id }) => (
      <span
        key={`${side} ${id}`}
        className={`react-flow__handle react-flow__handle-${at} ${end}`}
        data-handleid={id}
        data-handlepos={at}
        style={{ top: portY(node, type, side, id, isOpen) }}
      />
    )),
  );
}
