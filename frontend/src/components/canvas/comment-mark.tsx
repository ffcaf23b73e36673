import { Icon } from "@/components/icon";
import { useCommentStore } from "@/stores/comment-store";
import { useUi } from "@/stores/ui-store";
import { useCanvas } from "./canvas-context";

/** Number of a node's open comments; opens them. */
export function CommentMark({ nodeKey }: { nodeKey: string }) {
  const { t } = useCanvas();
  const count = useCommentStore((state) => state.counts[nodeKey] ?? 0);
  if (count === 0) return null;
  return (
    <button
      type="button"
      className="fl-card-comments nodrag nopan"
      aria-label={t("comments", { count })}
      onClick={(event) => {
        // Else the click selects the node, which opens its panel.
        event.stopPropagation();
        useUi.getState().openComments(nodeKey);
      }}
    >
      <Icon name="message-2" size={12} />
      {count > 99 ? "99+" : count}
    </button>
  );
}
