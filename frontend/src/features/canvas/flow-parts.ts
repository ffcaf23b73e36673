/** What both canvases give to React Flow; constants, so that it never rebuilds its cards. */

import { FlowEdgeView } from "./flow-edge";
import { FrameCard } from "./frame-card";
import { NodeCard } from "./node-card";
import { NoteCard } from "./note-card";

export const NODE_TYPES = { card: NodeCard, frame: FrameCard, note: NoteCard };
export const EDGE_TYPES = { flow: FlowEdgeView };
export const FIT_OPTIONS = { padding: 0.12, maxZoom: 1 };
export const MIN_ZOOM = 0.05;
export const MAX_ZOOM = 2;
export const MULTI_SELECT_KEYS = ["Shift", "Meta", "Control"];
