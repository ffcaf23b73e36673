import { preloadControls } from "@/components/schema-form/controls/controls";
import { loadCompletion } from "@/components/template-editor/late-completion";
import { LazyValueView } from "./node-example";
import { LazyDebugTab, LazyOutputTab } from "./node-panel";
import { LazyPolicyFields } from "./policy-form";

/** Fetches what a node's panel shows later than its first fields. */
export async function preloadPanel(): Promise<void> {
  await Promise.all([
    preloadControls(),
    loadCompletion(),
    ...[LazyDebugTab, LazyOutputTab, LazyPolicyFields, LazyValueView].map((part) => part.preload()),
  ]);
}
