import { Fragment, type ReactNode, useMemo } from "react";
import classes from "@/components/markdown.module.css";
import { type Block, type Inline, parseMarkdown } from "@/lib/markdown";

/** A text that people or models wrote in Markdown; its HTML is shown as text. */
export function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return <div className={classes.markdown}>{keyed(blocks.map(blockOf))}</div>;
}

/** The parts of a text have no identity but their place. */
function keyed(parts: ReactNode[]): ReactNode {
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that tells them apart
    <Fragment key={at}>{part}</Fragment>
  ));
}

function blockOf(block: Block): ReactNode {
  switch (block.kind) {
    case "heading": {
      const Heading = `h${block.level + 2}` as "h3" | "h4" | "h5";
      return <Heading>{inlines(block.inside)}</Heading>;
    }
    case "paragraph":
      return <p>{lines(block.lines)}</p>;
    case "quote":
      return <blockquote>{lines(block.lines)}</blockquote>;
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return <List>{keyed(block.items.map(itemOf))}</List>;
    }
    case "code":
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case "rule":
      return <hr />;
  }
}

function itemOf(item: Inline[]): ReactNode {
  return <li>{inlines(item)}</li>;
}

function lines(all: Inline[][]): ReactNode {
  return keyed(
    all.map((line, at) => (
      <>
        {at > 0 && <br />}
        {inlines(line)}
      </>
    )),
  );
}

function inlines(all: Inline[]): ReactNode {
  return keyed(all.map(inlineOf));
}

function inlineOf(inline: Inline): ReactNode {
  switch (inline.kind) {
    case "text":
      return inline.text;
    case "code":
      return <code>{inline.text}</code>;
    case "strong":
      return <strong>{inlines(inline.inside)}</strong>;
    case "emphasis":
      return <em>{inlines(inline.inside)}</em>;
    case "link":
      return (
        <a href={inline.href} target="_blank" rel="noreferrer noopener">
          {inlines(inline.inside)}
        </a>
      );
  }
}
