import { ApiError } from "@/api/errors";
import classes from "@/components/form-error.module.css";
import { Icon } from "@/components/icon";
import { useErrorText } from "@/components/use-error-text";

type Props = {
  error: unknown;
  /** Beginnings of the pointers (`/name`, `/config/`) of the errors that stand at their fields: they are not said again. */
  atFields?: readonly string[];
};

/** Why a form was not accepted as a whole, with the faults that no field shows; nothing while there is no error. */
export function FormError({ error, atFields = [] }: Props) {
  const errorText = useErrorText();
  if (!error) return null;
  const { text } = errorText(error);
  const faults = error instanceof ApiError ? error.errors : [];
  const others = faults.filter(({ pointer }) => !atFields.some((place) => pointer.startsWith(place)));
  if (faults.length > 0 && others.length === 0) return null;
  const unsaid = others.map(({ message }) => message).filter((message) => !text.includes(message));
  return (
    <p className={classes.error} role="alert">
      <Icon name="alert-circle" size={15} />
      <span>{[text, ...new Set(unsaid)].join(" ")}</span>
    </p>
  );
}
