import type { ComponentPropsWithRef } from "react";

type Props = Omit<ComponentPropsWithRef<"form">, "onSubmit"> & { onSubmit: () => void };

/** A form that the page sends itself. */
export function Form({ onSubmit, ...form }: Props) {
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}
