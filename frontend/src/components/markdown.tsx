import type { Citation } from "@/api/types";
import { lazyComponent } from "@/components/lazy-component";
import classes from "./markdown.module.css";

/** A text that people or models wrote in Markdown; HTML in it stays text. Until its code has come, as it was written. */
export const Markdown = lazyComponent<{ text: string; citations?: readonly Citation[] }>(
  async () => (await import("./markdown-view")).MarkdownView,
  ({ text }) => <div className={classes.raw}>{text}</div>,
);
