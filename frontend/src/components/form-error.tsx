import classes from "@/components/form-error.module.css";
import { Icon } from "@/components/icon";
import { useErrorText } from "@/components/use-error-text";

/** Why a form was not accepted as a whole; nothing while there is no error. */
export function FormError({ error }: { error: unknown }) {
  const errorText = useErrorText();
  if (!error) return null;
  return (
    <p className={classes.error} role="alert">
      <Icon name="alert-circle" size={15} />
      <span>{errorText(error).text}</span>
    </p>
  );
}
