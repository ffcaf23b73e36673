import { render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/i18n";
import { ErrorBoundary } from "./error-boundary";
import { lazyComponent } from "./lazy-component";

beforeAll(() => startI18n("en"));

describe("a lazy component", () => {
  it("keeps its place until its code is there, then at once", async () => {
    let arrive: (component: ComponentType<{ name: string }>) => void = () => {};
    const Card = lazyComponent<{ name: string }>(
      () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
      ({ name }) => <i>{name} comes</i>,
    );
    const view = render(<Card name="Map" />);
    expect(screen.getByText("Map comes")).toBeTruthy();
    arrive(({ name }) => <b>{name}</b>);
    expect(await screen.findByText("Map")).toBeTruthy();
    view.unmount();
    render(<Card name="Trace" />);
    expect(screen.getByText("Trace")).toBeTruthy();
  });

  it("tells what went wrong to the screen around it, and is asked for again", async () => {
    let tries = 0;
    const Card = lazyComponent(async () => {
      tries += 1;
      if (tries === 1) throw new Error("offline");
      return () => <b>here</b>;
    });
    await expect(Card.preload()).rejects.toThrow("offline");
    render(<Card />);
    expect(await screen.findByText("here")).toBeTruthy();
  });

  it("waits for a server that is away, then comes", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 });
    let isAway = true;
    const request = vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
      if (isAway) throw new TypeError("Failed to fetch");
      return new Response();
    });
    const Card = lazyComponent(async () => {
      if (isAway) throw new TypeError("Failed to fetch dynamically imported module");
      return () => <b>here</b>;
    });
    render(<Card />);
    await vi.waitFor(() => expect(request).toHaveBeenCalled());
    expect((await screen.findByRole("status")).textContent).toContain("The server is not responding");
    isAway = false;
    expect(await screen.findByText("here")).toBeTruthy();
    expect(screen.queryByRole("status")).toBeNull();
    vi.useRealTimers();
    request.mockRestore();
  });

  it("comes although the network goes again right after an answer of the server", async () => {
    const request = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response());
    let tries = 0;
    const Card = lazyComponent(async () => {
      tries += 1;
      if (tries < 4) throw new TypeError("Failed to fetch dynamically imported module");
      return () => <b>here</b>;
    });
    render(<Card />);
    expect(await screen.findByText("here")).toBeTruthy();
    request.mockRestore();
  });

  it("gives up on code that is gone from a server that answers", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const request = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response());
    const Card = lazyComponent(async () => {
      throw new TypeError("gone");
    });
    render(
      <ErrorBoundary fallback={(error) => <p>{String(error)}</p>}>
        <Card />
      </ErrorBoundary>,
    );
    expect(await screen.findByText("TypeError: gone")).toBeTruthy();
    request.mockRestore();
  });
});
