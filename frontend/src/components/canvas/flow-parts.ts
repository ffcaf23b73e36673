/** React Flow constants of both canvases, so that cards are never rebuilt. */

import { FlowEdgeView } from "./flow-edge";
import { FrameCard } from "./frame-card";
import { NodeCard } from "./node-card";
import { NoteCard } from "./note-card";
import { TriggerCard } from "./trigger-card";

export const MULTI_SELECT_KEYS = ["Shift", "Meta", "Control"];

export const FLOW = {
  nodeTypes: { card: NodeCard, frame: FrameCard, note: NoteCard, trigger: TriggerCard },
  edgeTypes: { flow: FlowEdgeView },
  minZoom: 0.05,
  maxZoom: 2,
  zoomOnDoubleClick: false,
  // Keys are commands of ours.
  deleteKeyCode: null,
  disableKeyboardA11y: true,
  attributionPosition: "bottom-center",
} as const;
