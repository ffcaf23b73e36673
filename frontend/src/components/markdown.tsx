import { late } from "@/components/late";
import classes from "./markdown.module.css";

/** A text that people or models wrote in Markdown; HTML in it stays text. Until its code has come, as it was written. */
export const Markdown = late<{ text: string }>(
  async () => (await import("./markdown-view")).MarkdownView,
  ({ text }) => <div className={classes.raw}>{text}</div>,
);
