import { preloadControls } from "@/components/schema-form/controls/controls";
import { loadCompletion } from "@/components/template-editor/late-completion";
import { ValueView } from "./node-example";
import { DebugTab, OutputTab } from "./node-panel";
import { PolicyFields } from "./policy-form";

/** Fetches what a node's panel shows later than its first fields. */
export async function preloadPanel(): Promise<void> {
  await Promise.all([
    preloadControls(),
    loadCompletion(),
    ...[DebugTab, OutputTab, PolicyFields, ValueView].map((part) => part.preload()),
  ]);
}
