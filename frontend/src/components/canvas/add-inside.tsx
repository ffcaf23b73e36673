import type { NodeDoc } from "@/api/types";
import { Icon } from "@/components/icon";
import { useCanvas } from "./canvas-context";

type Props = { node: NodeDoc; editable: boolean };

/** Content of an empty frame: how to add a node. */
export function AddInside({ node, editable }: Props) {
  const { t, addInside } = useCanvas();
  return (
    <div className="fl-frame-empty">
      {editable ? (
        <button
          type="button"
          className="fl-frame-add nodrag nopan"
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onClick={(event) => {
            event.stopPropagation();
            addInside(node.key, event.currentTarget);
          }}
        >
          <Icon name="plus" size={15} />
          {t("addInside")}
        </button>
      ) : (
        t("emptyFrame")
      )}
    </div>
  );
}
