/** The run on the screen: follows its messages, twenty times a second at most. Never undone, never saved. */

import { createContext, useContext } from "react";
import { createStore, type StoreApi, useStore } from "zustand";
import type { ConnectionState } from "@/api/socket";
import type { NodeRun, Run, RunSocketMessage } from "@/api/types";
import { Film } from "@/runs/film";
import { forgotten, shownNode, stepsOf } from "@/runs/passes";
import {
  applyMessages,
  beforeEvents,
  EMPTY_RUN,
  fromRun,
  type NodeRunView,
  type RunState,
  withNodeRuns,
} from "@/runs/state";

type Connection = "idle" | ConnectionState;

export type Follow = (
  runId: string,
  options: {
    after: number;
    onMessage: (message: RunSocketMessage) => void;
    onState: (state: ConnectionState) => void;
  },
) => { close: () => void };

type RunCalls = {
  follow: Follow;
  getRun: (id: string) => Promise<Run>;
  getNode: (id: string, key: string, scope: string) => Promise<NodeRun>;
};

/** A moment of the run that is shown instead of the newest one. */
type Moment = {
  /** Number of events up to then, and in total. */
  count: number;
  of: number;
  /** When the last of them happened. */
  at: string | null;
  /** The live state. */
  newest: RunState;
};

export type RunStoreState = RunState & {
  /** Null while the newest state is shown. */
  moment: Moment | null;
  connection: Connection;
  /** The graph that the run uses; null while only its summary is known. */
  document: Run["document"] | null;
  /** Chosen pass by the address of the container; where none is chosen, the newest is shown. */
  picked: Readonly<Record<string, number>>;
  /** Show a pass of a container; null follows the newest. */
  pickPass(container: string, index: number | null): void;
  /** Show the passes that a scope goes through. */
  pickScope(scope: string): void;
  /** Show the run as it was after so many events; null shows the newest state. */
  showMoment(count: number | null): void;
  /** Milliseconds between the last of so many events and the next one. */
  gapAfter(count: number): number;
  /** Open a run by id: loads it and follows its events. */
  watch(runId: string): Promise<void>;
  /** Show a run that is already here, as the answer of starting it, and follow it. */
  load(run: Run): void;
  clear(): void;
};

export type RunStore = StoreApi<RunStoreState>;

/** Batching interval of messages: at 500 a second each update of all views takes longer than a frame. */
const FLUSH_MS = 50;
/** Longest wait for the end of the replay before a part of it is shown. */
const REPLAY_MS = 400;

export function createRunStore(calls: RunCalls): RunStore {
  return createStore<RunStoreState>((set, get) => {
    let following: { close: () => void } | null = null;
    let waiting: RunSocketMessage[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** Guards against answers for a run that is no longer wanted. */
    let wanted: string | null = null;
    let film = new Film(EMPTY_RUN);
    let preparing: ReturnType<typeof setTimeout> | undefined;

    /** Between other work, so that nobody waits for it when the film is first drawn: 20,000 events take 0.3 s. */
    const prepareFilm = () => {
      clearTimeout(preparing);
      if (film.keepNext()) preparing = setTimeout(prepareFilm);
    };

    const flush = () => {
      clearTimeout(timer);
      timer = undefined;
      const messages = waiting;
      waiting = [];
      if (messages.length === 0) return;
      for (const message of messages) if (message.type === "event") film.add(message.event);
      set((state) => {
        const { moment } = state;
        if (!moment) return applyMessages(state, messages);
        return { moment: { ...moment, of: film.length, newest: applyMessages(moment.newest, messages) } };
      });
      prepareFilm();
    };

    const receive = (message: RunSocketMessage) => {
      waiting.push(message);
      // A replay is shown as one step: nodes must not flicker through their past.
      if (message.type === "caught_up") flush();
      else timer ??= setTimeout(flush, get().caughtUp ? FLUSH_MS : REPLAY_MS);
    };

    const stop = () => {
      wanted = null;
      following?.close();
      following = null;
      clearTimeout(timer);
      clearTimeout(preparing);
      timer = undefined;
      waiting = [];
    };

    const show = (run: Run) => {
      stop();
      wanted = run.id;
      film = new Film(beforeEvents(run));
      set({ ...fromRun(run), moment: null, document: run.document, picked: {}, connection: "connecting" });
      following = calls.follow(run.id, {
        after: 0,
        onMessage: receive,
        onState: (connection) => {
          if (connection === "closed") flush();
          if (wanted === run.id) set({ connection });
        },
      });
    };

    const pick = (picked: RunStoreState["picked"]) => {
      set({ picked });
      void recall();
    };

    /** Reads what no event tells of the passes on the screen; a node that none of them reached stays unknown. */
    const recall = async () => {
      const id = wanted;
      if (id === null || get().moment) return;
      const reads = forgotten(get(), get().run?.trigger === "retry").map(({ key, scope }) =>
        calls.getNode(id, key, scope),
      );
      const read = (await Promise.allSettled(reads)).flatMap((answer) =>
        answer.status === "fulfilled" ? [answer.value] : [],
      );
      if (wanted === id && read.length > 0) set((state) => withNodeRuns(state, read));
    };

    return {
      ...EMPTY_RUN,
      moment: null,
      connection: "idle",
      document: null,
      picked: {},
      showMoment: (wish) =>
        set((state) => {
          const newest = state.moment?.newest ?? stateOf(state);
          if (wish === null) return { ...newest, moment: null };
          const count = Math.min(Math.max(wish, 0), film.length);
          const next = { count, of: film.length, at: film.momentOf(count), newest };
          return { ...film.at(count), moment: next };
        }),
      gapAfter: (count) => film.gapAfter(count),
      pickPass: (container, index) => {
        const { [container]: _before, ...others } = get().picked;
        pick(index === null ? others : { ...others, [container]: index });
      },
      pickScope: (scope) => {
        const steps = stepsOf(scope).map(({ container, index }) => [container, index] as const);
        if (steps.length > 0) pick({ ...get().picked, ...Object.fromEntries(steps) });
      },
      watch: async (runId) => {
        stop();
        wanted = runId;
        const run = await calls.getRun(runId);
        if (wanted === runId) show(run);
      },
      load: show,
      clear: () => {
        stop();
        film = new Film(EMPTY_RUN);
        set({ ...EMPTY_RUN, moment: null, connection: "idle", document: null, picked: {} });
      },
    };
  });
}

/** The part of the store that a run's messages make. */
function stateOf(state: RunState): RunState {
  const { run, status, inputs, output, error, nodes, waits, homes, passes, labels } = state;
  const { trace, leftOut, lastSeq, early, caughtUp } = state;
  const about = { run, status, inputs, output, error, nodes, waits, homes, passes, labels };
  return { ...about, trace, leftOut, lastSeq, early, caughtUp };
}

export const RunStoreContext = createContext<RunStore | null>(null);

export function useRunStore(): RunStore {
  const store = useContext(RunStoreContext);
  if (!store) throw new Error("useRun needs a RunStoreContext above it");
  return store;
}

export function useRun<T>(selector: (state: RunStoreState) => T): T {
  return useStore(useRunStore(), selector);
}

/** Live state of the run, even while an earlier moment is shown. */
export function useNewestRun<T>(selector: (state: RunState) => T): T {
  return useRun((state) => selector(state.moment?.newest ?? state));
}

/** View of one node in the displayed passes; null when it has not been reached. */
export function useNodeRun(key: string): NodeRunView | null {
  return useRun((state) => shownNode(state, key) ?? null);
}

export type { NodeRunView };
