import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { NoticeList } from "@/app/notice-list";
import { renderRoutes } from "@/test/render";
import { FileField } from "./file-field";
import { readFields } from "./start-fields";

const stored = (name: string) => ({
  $type: "file",
  id: name,
  name,
  type: "text/plain",
  size: 3,
  hash: "",
  address: "/api/files/0199aaaa-0000-7000-8000-000000000001/",
});
/** Replaces the browser's upload request, which `fetch` does not cover: the names sent, or a refusal. */
function answering(status: number): string[] {
  const sent: string[] = [];
  class Request {
    upload = {};
    status = status;
    responseText = "";
    onload = () => {};
    open() {}
    setRequestHeader() {}
    send(body: FormData) {
      const { name } = body.get("file") as File;
      sent.push(name);
      this.responseText = JSON.stringify(
        status === 201 ? stored(name) : { detail: "Too large.", code: "too_large" },
      );
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal("XMLHttpRequest", Request);
  return sent;
}

const fieldOf = (type: string) => readFields([{ name: "doc", type, title: "Document", accept: [".txt"] }])[0];

function shown(type: string, props: Partial<Parameters<typeof FileField>[0]> = {}) {
  const field = fieldOf(type);
  if (!field) throw new Error("no field");
  const onChange = vi.fn();
  const element = (
    <FileField field={field} value={undefined} error={undefined} size="xs" onChange={onChange} {...props} />
  );
  const routes = [
    {
      path: "/",
      element: (
        <>
          {element}
          <NoticeList />
        </>
      ),
    },
  ];
  renderRoutes(routes, "/");
  return onChange;
}

const drop = (...names: string[]) =>
  fireEvent.drop(screen.getByRole("region", { name: "Document" }), {
    dataTransfer: {
      files: names.map((name) => new File(["abc"], name)),
      items: names.map((name) => ({
        kind: "file",
        webkitGetAsEntry: () => ({ name, isDirectory: name.endsWith("/") }),
      })),
    },
  });

describe("a field for files", () => {
  let sent: string[];
  beforeEach(() => {
    sent = answering(201);
  });

  it("uploads what is dropped and gives the value that names it", async () => {
    const onChange = shown("file");
    drop("a.txt", "b.txt");
    await waitFor(() => expect(onChange).toHaveBeenCalledWith(stored("a.txt")));
    expect(sent).toEqual(["a.txt"]);
  });

  it("adds to those that are there, and takes one away", async () => {
    const onChange = shown("files", { value: [stored("a.txt")] });
    drop("b.txt");
    await waitFor(() => expect(onChange).toHaveBeenCalledWith([stored("a.txt"), stored("b.txt")]));
    fireEvent.click(screen.getByRole("button", { name: "Remove a.txt" }));
    expect(onChange).toHaveBeenLastCalledWith(undefined);
  });

  it("leaves folders out, says so, and keeps what was there", async () => {
    const onChange = shown("file", { value: stored("a.txt") });
    drop("photos/");
    expect(await screen.findByText("Folders cannot be added")).toBeTruthy();
    expect(onChange).not.toHaveBeenCalled();
    drop("photos/", "b.txt");
    await waitFor(() => expect(onChange).toHaveBeenCalledWith(stored("b.txt")));
    expect(sent).toEqual(["b.txt"]);
  });

  it("says why a file was refused", async () => {
    answering(413);
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
    expect(sent).toEqual([]);
  });
});
