import { ApiError } from "@/api/errors";
import classes from "@/components/form-error.module.css";
import { Icon } from "@/components/icon";
import { useErrorText } from "@/components/use-error-text";
import { useLocalText } from "@/i18n/local-text";

type Props = {
  error: unknown;
  /** Pointer prefixes (`/name`, `/config/`) of errors shown at their fields, not repeated here. */
  atFields?: readonly string[];
  /** The form has no fields for people to correct, so "some fields are not valid" would say nothing. */
  hasNoFields?: boolean;
};

/** Why a form was not accepted as a whole, with the faults that no field shows and the problems of a graph; nothing while there is no error. */
export function FormError({ error, atFields = [], hasNoFields = false }: Props) {
  const errorText = useErrorText();
  const local = useLocalText();
  if (!error) return null;
  const { text } = errorText(error);
  const { errors: faults, problems } = error instanceof ApiError ? error : { errors: [], problems: [] };
  const others = faults.filter(({ pointer }) => !atFields.some((place) => pointer.startsWith(place)));
  if (faults.length > 0 && others.length === 0) return null;
  const details = [...others.map(({ message }) => message), ...problems.map(({ message }) => local(message))];
  const unsaid = details.filter((message) => !text.includes(message));
  const words = hasNoFields && details.length > 0 ? details : [text, ...unsaid];
  return (
    <p className={classes.error} role="alert">
      <Icon name="alert-circle" size={15} />
      <span>{[...new Set(words)].join(" ")}</span>
    </p>
  );
}
