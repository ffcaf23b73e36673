/** Days and time zones. */

import { Autocomplete, TextInput } from "@mantine/core";
import { type ControlProps, inputProps } from "../control";

/** `2026-12-31`, or an empty text for none. */
export function DayControl({ value, onChange, ...props }: ControlProps<string>) {
  return (
    <TextInput
      {...inputProps(props)}
      type="date"
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const MOST_SHOWN = 50;

/** The zones that the browser knows are offered; the server may know others by the same kind of name. */
export function TimeZoneControl({ value, onChange, ...props }: ControlProps<string>) {
  return (
    <Autocomplete
      {...inputProps(props)}
      data={Intl.supportedValuesOf("timeZone")}
      limit={MOST_SHOWN}
      value={value ?? ""}
      onChange={onChange}
    />
  );
}
