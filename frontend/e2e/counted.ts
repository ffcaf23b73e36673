/** A click, a key, or the text of one field is one action. */
export function counted() {
  let actions = 0;
  return {
    act: async (action: Promise<unknown>) => {
      actions += 1;
      await action;
    },
    count: () => actions,
  };
}
