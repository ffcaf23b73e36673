import { expect, it } from "vitest";
import { fieldErrorsOf } from "./field-errors";

it("groups errors by the field below the prefix", () => {
  const errors = [
    { pointer: "/config/url", message: "Write an address." },
    { pointer: "/config/headers/0/key", message: "Write a name." },
    { pointer: "/config/headers/1/key", message: "Write another." },
    { pointer: "/configuration/url", message: "elsewhere" },
    { pointer: "/name", message: "elsewhere" },
  ];
  expect(fieldErrorsOf(errors, "/config")).toEqual({
    url: ["Write an address."],
    headers: ["Write a name.", "Write another."],
  });
});
