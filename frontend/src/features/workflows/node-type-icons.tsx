import { useNodeTypes } from "@/api/queries";
import { Icon } from "@/components/icon";
import classes from "@/features/workflows/workflows.module.css";

/** Which node types a template uses, in the order of its flow. */
export function NodeTypeIcons({ ids }: { ids: string[] }) {
  const types = useNodeTypes().data;
  const known = new Map(types?.map((type) => [type.id, type]));
  return (
    <span className={classes.typeIcons}>
      {[...new Set(ids)].map((id) => {
        const type = known.get(id);
        return (
          <span key={id} className={classes.typeIcon} data-category={type?.category}>
            <Icon name={type?.icon ?? "box"} />
          </span>
        );
      })}
    </span>
  );
}
