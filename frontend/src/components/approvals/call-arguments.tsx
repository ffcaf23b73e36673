import { JsonInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { autosize } from "@/components/autosize";
import classes from "./approvals.module.css";

const ARGUMENTS = "/values/arguments";

type Props = {
  text: string;
  isReadable: boolean;
  /** Server error of the last answer. */
  error: unknown;
  onChange: (text: string) => void;
};

/** The arguments that a call is to have; whoever approves it may change them. */
export function CallArguments({ text, isReadable, error, onChange }: Props) {
  const { t } = useTranslation("approvals");
  const refused =
    error instanceof ApiError ? error.errors.filter(({ pointer }) => pointer.startsWith(ARGUMENTS)) : [];
  return (
    <>
      <JsonInput
        size="xs"
        label={t("arguments")}
        description={t("argumentsHelp")}
        {...autosize(2, 16)}
        value={text}
        error={isReadable ? refused.length > 0 : t("badJson")}
        onChange={onChange}
      />
      {isReadable && refused.length > 0 && (
        <ul className={classes.refused} role="alert">
          {refused.map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>
              <code>{pointer.slice(ARGUMENTS.length + 1).replaceAll("/", ".") || t("arguments")}</code>{" "}
              {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
