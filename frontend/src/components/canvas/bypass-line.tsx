import type { NodeDoc, NodeTypeInfo } from "@/api/types";
import { portsOf, portY } from "@/document/geometry";

type Props = { node: NodeDoc; type: NodeTypeInfo | undefined; isOpen?: boolean };

/** The way of what passes a bypassed node by: from its input to its first output, behind everything on the card. */
export function BypassLine({ node, type, isOpen = false }: Props) {
  const [input] = portsOf(node, type, "inputs");
  const [output] = portsOf(node, type, "outputs");
  if (!input || !output) return null;
  const from = portY(node, type, "inputs", input.id, isOpen);
  const to = portY(node, type, "outputs", output.id, isOpen);
  const height = Math.max(from, to) + 2;
  return (
    <svg
      className="fl-bypass-line"
      style={{ height }}
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path d={`M0 ${from} C60 ${from} 60 ${to} 100 ${to}`} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
