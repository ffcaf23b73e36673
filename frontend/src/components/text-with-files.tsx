import { Fragment } from "react";
import { type TextPiece, withFileLinks } from "@/lib/file-links";

/** A text in which files that tools made can be opened. */
export function TextWithFiles({ text }: { text: string }) {
  return withFileLinks(text).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that tells the pieces apart
    <Fragment key={at}>{pieceOf(piece)}</Fragment>
  ));
}

function pieceOf(piece: TextPiece) {
  if (typeof piece === "string") return piece;
  return (
    <a href={piece.href} target="_blank" rel="noreferrer noopener">
      {piece.name}
    </a>
  );
}
