/** The floor of the editor's figures: React Flow with as many default nodes as `?nodes=` says, and nothing else. */

import { ReactFlow } from "@xyflow/react";
import { createRoot } from "react-dom/client";
import "@xyflow/react/dist/style.css";
import { cells, links } from "../grid";

const size = Number(new URLSearchParams(window.location.search).get("nodes"));
const nodes = cells(size).map(({ at, position }) => ({
  id: `${at}`,
  position,
  data: { label: `n${at}` },
}));
const edges = links(size).map(([source, target]) => ({
  id: `${source}-${target}`,
  source: `${source}`,
  target: `${target}`,
}));

const root = document.getElementById("root");
if (root)
  createRoot(root).render(<ReactFlow defaultNodes={nodes} defaultEdges={edges} minZoom={0.05} fitView />);
