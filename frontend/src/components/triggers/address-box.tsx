import type { ReactNode } from "react";
import { CopyButton } from "@/components/copy-button";
import classes from "./triggers.module.css";

/** An address to copy, and further actions on it. */
export function AddressBox({ url, children }: { url: string; children?: ReactNode }) {
  return (
    <div className={classes.address}>
      <code className={classes.url} title={url}>
        {url}
      </code>
      <CopyButton text={url} />
      {children}
    </div>
  );
}
