/** Data of all cards that rarely changes; one context instead of a subscription per card. */

import type { TFunction } from "i18next";
import { createContext, useContext } from "react";
import type { Size } from "@/document/geometry";
import type { SummaryLookups } from "@/document/summary";
import type { NodeTypeIndex, PortRef } from "@/document/types";
import type { Message } from "@/i18n/local-text";

export type CanvasContextValue = {
  types: NodeTypeIndex;
  lookups: SummaryLookups;
  local: (text: Message) => string;
  /** Texts of the canvas; a translation hook in each of a thousand cards would cost more than the cards. */
  t: TFunction<"canvas">;
  /** False on the canvas of a stored run and for viewers. */
  editable: boolean;
  /** Workflow of the cards' triggers; null on the canvas of a stored graph. */
  workflowId: string | null;
  /** Turn a trigger on or off. */
  switchTrigger: (key: string, enabled: boolean) => void;
  /** Open the node list behind a port. */
  addAfter: (source: PortRef, anchor: Element) => void;
  /** Open the node list on an edge. */
  addInEdge: (edgeId: string, anchor: Element) => void;
  /** Open the node list for an empty frame. */
  addInside: (parent: string, anchor: Element) => void;
  fold: (key: string, collapsed: boolean) => void;
  resize: (key: string, size: Size) => void;
  /** Change the text of a note. */
  write: (key: string, text: string) => void;
};

export const CanvasContext = createContext<CanvasContextValue | null>(null);

export function useCanvas(): CanvasContextValue {
  const value = useContext(CanvasContext);
  if (!value) throw new Error("cards need a CanvasContext above them");
  return value;
}
