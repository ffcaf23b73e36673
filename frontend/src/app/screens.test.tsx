import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, useContext } from "react";
import { Link, MemoryRouter, Outlet, type RouteObject, useSearchParams } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/app/query-client";
import { ScreenBoundary } from "@/app/screen-boundary";
import { prefetchScreens, Screens } from "@/app/screens";
import { ScreenLoading } from "@/app/shell";
import { lazyComponent } from "@/components/lazy-component";

/** A screen with code that arrives when the test lets it. */
function lateScreen(text: string) {
  let arrive = () => {};
  const code = new Promise<ComponentType>((resolve) => {
    arrive = () => resolve(() => <p>{text}</p>);
  });
  const load = vi.fn(() => code);
  return { load, arrive, Component: lazyComponent(load) };
}

function Frame() {
  return (
    <main aria-busy={useContext(ScreenLoading)}>
      <Link to="/">home</Link>
      <Link to="/slow">slow</Link>
      <Link to="/fast">fast</Link>
      <Outlet />
    </main>
  );
}

function Search() {
  const [params, setParams] = useSearchParams();
  return (
    <input
      aria-label="search"
      value={params.get("q") ?? ""}
      onChange={({ currentTarget }) => setParams({ q: currentTarget.value }, { replace: true })}
    />
  );
}

let slow: ReturnType<typeof lateScreen>;
let fast: ReturnType<typeof lateScreen>;

function show(address = "/") {
  const children: RouteObject[] = [
    { index: true, Component: Search },
    { path: "slow", Component: slow.Component },
    { path: "fast", Component: fast.Component },
  ];
  const routes = [{ element: <Frame />, children: [{ element: <ScreenBoundary />, children }] }];
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MantineProvider env="test">
        <MemoryRouter initialEntries={[address]} useTransitions={false}>
          <Screens routes={routes} />
        </MemoryRouter>
      </MantineProvider>
    </QueryClientProvider>,
  );
  return routes;
}

const follow = (name: string) => userEvent.click(screen.getByRole("link", { name }));
const isBusy = () => screen.getByRole("main").getAttribute("aria-busy") === "true";

describe("screens", () => {
  beforeEach(() => {
    slow = lateScreen("the slow one");
    fast = lateScreen("the fast one");
  });

  it("keeps the former screen until the code of the next one is there", async () => {
    show();
    await follow("slow");
    expect(screen.getByLabelText("search")).toBeTruthy();
    expect(isBusy()).toBe(true);
    slow.arrive();
    expect(await screen.findByText("the slow one")).toBeTruthy();
    expect(screen.queryByLabelText("search")).toBeNull();
    expect(isBusy()).toBe(false);
  });

  it("shows the last address that was asked for, whatever comes first", async () => {
    show();
    await follow("slow");
    await follow("fast");
    fast.arrive();
    expect(await screen.findByText("the fast one")).toBeTruthy();
    await act(async () => slow.arrive());
    expect(screen.queryByText("the slow one")).toBeNull();
  });

  it("keeps the caret of a field that writes into the address", async () => {
    show("/?q=ac");
    const field = screen.getByLabelText<HTMLInputElement>("search");
    await userEvent.type(field, "b", { initialSelectionStart: 1 });
    expect([field.value, field.selectionStart]).toEqual(["abc", 2]);
  });

  it("shows in its place that the code of a screen does not come, and the others after it", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(window, "fetch").mockImplementation(async () => new Response());
    slow.load.mockRejectedValue(new TypeError("Failed to fetch dynamically imported module"));
    show();
    await follow("slow");
    expect(await screen.findByRole("button", { name: "Reload the page" })).toBeTruthy();
    fast.arrive();
    await follow("fast");
    expect(await screen.findByText("the fast one")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Reload the page" })).toBeNull();
  });

  it("fetches the code of an address before anything is drawn, once", async () => {
    const routes = show();
    void prefetchScreens(routes, { pathname: "/fast" }, createQueryClient());
    expect(fast.load).toHaveBeenCalledOnce();
    expect(slow.load).not.toHaveBeenCalled();
    fast.arrive();
    await follow("fast");
    await waitFor(() => expect(screen.getByText("the fast one")).toBeTruthy());
    expect(fast.load).toHaveBeenCalledOnce();
  });
});
