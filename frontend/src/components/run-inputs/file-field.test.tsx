import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { uploadFile } from "@/api/upload";
import { renderRoutes } from "@/test/render";
import { FileField } from "./file-field";
import { readFields } from "./start-fields";

vi.mock("@/api/upload", () => ({ uploadFile: vi.fn() }));
const upload = vi.mocked(uploadFile);

const stored = (name: string) => ({
  $type: "file",
  id: name,
  name,
  type: "text/plain",
  size: 3,
  hash: "",
  address: "/api/files/0199aaaa-0000-7000-8000-000000000001/",
});
const fieldOf = (type: string) => readFields([{ name: "doc", type, title: "Document", accept: [".txt"] }])[0];

function shown(type: string, props: Partial<Parameters<typeof FileField>[0]> = {}) {
  const field = fieldOf(type);
  if (!field) throw new Error("no field");
  const onChange = vi.fn();
  const element = (
    <FileField field={field} value={undefined} error={undefined} size="xs" onChange={onChange} {...props} />
  );
  renderRoutes([{ path: "/", element }], "/");
  return onChange;
}

const drop = (...names: string[]) =>
  fireEvent.drop(screen.getByRole("region", { name: "Document" }), {
    dataTransfer: { files: names.map((name) => new File(["abc"], name)) },
  });

describe("a field for files", () => {
  beforeEach(() => {
    upload.mockReset();
    upload.mockImplementation((file) => Promise.resolve(stored(file.name)));
  });

  it("uploads what is dropped and gives the value that names it", async () => {
    const onChange = shown("file");
    drop("a.txt", "b.txt");
    await waitFor(() => expect(onChange).toHaveBeenCalledWith(stored("a.txt")));
    expect(upload).toHaveBeenCalledTimes(1);
  });

  it("adds to those that are there, and takes one away", async () => {
    const onChange = shown("files", { value: [stored("a.txt")] });
    drop("b.txt");
    await waitFor(() => expect(onChange).toHaveBeenCalledWith([stored("a.txt"), stored("b.txt")]));
    fireEvent.click(screen.getByRole("button", { name: "Remove a.txt" }));
    expect(onChange).toHaveBeenLastCalledWith(undefined);
  });

  it("says why a file was refused", async () => {
    upload.mockRejectedValue(new Error("gone"));
    const onChange = shown("file");
    drop("a.txt");
    await screen.findByText(/./, { selector: ".mantine-InputWrapper-error" });
    expect(onChange).toHaveBeenCalledWith(undefined);
  });

  it("keeps files that are sent later", () => {
    const onFiles = vi.fn();
    const onChange = shown("files", { onFiles });
    drop("a.txt");
    expect(onFiles.mock.lastCall?.[0].map(({ name }: File) => name)).toEqual(["a.txt"]);
    expect(onChange).toHaveBeenCalledWith(["a.txt"]);
    expect(upload).not.toHaveBeenCalled();
  });
});
