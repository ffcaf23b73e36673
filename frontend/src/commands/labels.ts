/** What a step of the history is called: shown as "Undo …". */

export const LABELS = {
  add: { key: "commands:edit.add" },
  remove: { key: "commands:edit.remove" },
  move: { key: "commands:edit.move" },
  connect: { key: "commands:edit.connect" },
  reconnect: { key: "commands:edit.reconnect" },
  insert: { key: "commands:edit.insert" },
  paste: { key: "commands:edit.paste" },
  cut: { key: "commands:edit.cut" },
  duplicate: { key: "commands:edit.duplicate" },
  rename: { key: "commands:edit.rename" },
  bypass: { key: "commands:edit.bypass" },
  fold: { key: "commands:edit.fold" },
  resize: { key: "commands:edit.resize" },
  write: { key: "commands:edit.write" },
  group: { key: "commands:edit.group" },
  ungroup: { key: "commands:edit.ungroup" },
  pin: { key: "commands:edit.pin" },
  layout: { key: "commands:edit.layout" },
};
