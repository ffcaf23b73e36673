import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "@/api/errors";
import { FormError } from "./form-error";

const NAME = { pointer: "/name", message: "Too long." };
const ROW = { pointer: "/rows/2", message: "Not a number." };

it.each([
  [[], "Look at the fields."],
  [[NAME], undefined],
  [[NAME, ROW], "Look at the fields. Not a number."],
  [[ROW, ROW], "Look at the fields. Not a number."],
  [[{ pointer: "/url", message: "Look at the fields." }], "Look at the fields."],
])("of the faults %j says once what does not stand at the field of the name", (errors, words) => {
  const error = ApiError.fromBody(400, { code: "invalid_input", detail: "Look at the fields.", errors });
  render(<FormError error={error} atFields={["/name"]} />);
  expect(screen.queryByRole("alert")?.textContent).toBe(words);
});

it("leaves out the summary where there are no fields", () => {
  const error = ApiError.fromBody(400, {
    code: "invalid_input",
    detail: "Look at the fields.",
    errors: [ROW],
  });
  render(<FormError hasNoFields error={error} />);
  expect(screen.getByRole("alert").textContent).toBe("Not a number.");
});

it("lists the problems that the server found", () => {
  const problems = [{ message: { en: "Choose the text.", zh: "请选择文本。" } }];
  render(
    <FormError error={ApiError.fromBody(422, { code: "graph_invalid", detail: "Mend these.", problems })} />,
  );
  expect(screen.getByRole("alert").textContent).toBe("Mend these. Choose the text.");
});
