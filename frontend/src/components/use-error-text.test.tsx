import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "@/api/errors";
import { useErrorText } from "./use-error-text";

it.each([
  [[], undefined],
  [[{ pointer: "", message: "The file is empty." }], "The file is empty."],
  [
    [
      { pointer: "/document", message: "Not an object." },
      { pointer: "/name", message: "Too long." },
    ],
    "Not an object. (/document)",
  ],
])("says what is wrong with the first of the fields %j", (errors, fault) => {
  const { result } = renderHook(useErrorText);
  const error = ApiError.fromBody(400, { code: "invalid_input", detail: "Look at the fields.", errors });
  expect(result.current(error)).toMatchObject({ text: "Look at the fields.", ...(fault && { fault }) });
  expect(result.current(error).fault).toBe(fault);
});
