/** What a step of the history is called: shown as "Undo …". */

import type { LocalText } from "@/api/types";

export const LABELS = {
  add: { en: "Add node", zh: "添加节点" },
  remove: { en: "Delete", zh: "删除" },
  move: { en: "Move", zh: "移动" },
  connect: { en: "Connect", zh: "连接" },
  reconnect: { en: "Reconnect", zh: "重新连接" },
  insert: { en: "Insert node", zh: "插入节点" },
  paste: { en: "Paste", zh: "粘贴" },
  cut: { en: "Cut", zh: "剪切" },
  duplicate: { en: "Duplicate", zh: "复制副本" },
  rename: { en: "Rename", zh: "重命名" },
  bypass: { en: "Bypass", zh: "跳过" },
  fold: { en: "Fold", zh: "折叠" },
  resize: { en: "Resize", zh: "调整大小" },
  write: { en: "Write note", zh: "编辑便签" },
  group: { en: "Group", zh: "分组" },
  ungroup: { en: "Ungroup", zh: "取消分组" },
  pin: { en: "Pin output", zh: "固定输出" },
  layout: { en: "Tidy up", zh: "自动整理" },
} as const satisfies Record<string, LocalText>;
