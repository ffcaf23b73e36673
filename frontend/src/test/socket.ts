/** A WebSocket that the test plays the server of. */

import { vi } from "vitest";
import type { RunSocketMessage, SharedSocketMessage } from "@/api/types";

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readonly readyState = FakeSocket.OPEN;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  isClosed = false;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(): void {}

  close(): void {
    this.isClosed = true;
  }

  receive(message: RunSocketMessage | SharedSocketMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  lose(code = 1006): void {
    this.onclose?.({ code });
  }
}

/** Undo with `vi.unstubAllGlobals()`. */
export function fakeSockets(): void {
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
}
