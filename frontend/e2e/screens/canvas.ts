/** The canvas: cards, their ports, and what can be done to them by mouse and keys. */

import { expect, type Locator, type Page } from "@playwright/test";

export type CardStatus = "queued" | "running" | "succeeded" | "failed" | "skipped" | "cancelled";

/** Moves between press and release; the canvas looks for a port at each. */
const DRAG_STEPS = 8;

export class Canvas {
  readonly area: Locator;
  readonly tools: Locator;
  readonly map: Locator;

  constructor(private readonly page: Page) {
    this.area = page.getByRole("region", { name: /^(Canvas|Run canvas)$/ });
    this.tools = page.getByRole("toolbar", { name: "Canvas tools" });
    this.map = this.area.getByRole("img", { name: "Map", exact: true });
  }

  /** All cards. React Flow marks its nodes by class; edges have the same role. */
  get cards(): Locator {
    return this.area.locator(".react-flow__node");
  }

  card(name: string): Locator {
    return this.cards.and(this.page.getByRole("group", { name, exact: true }));
  }

  /** An edge by the names of the cards that it joins. */
  edge(source: string, target: string): Locator {
    return this.area.getByRole("group", { name: `${source} to ${target}`, exact: true });
  }

  async expectStatus(name: string, status: CardStatus): Promise<void> {
    await expect(this.card(name).locator("[data-status]")).toHaveAttribute("data-status", status);
  }

  async expectNoStatus(name: string): Promise<void> {
    await expect(this.card(name)).toBeVisible();
    await expect(this.card(name).locator("[data-status]")).toHaveCount(0);
  }

  /** Clicks again when the canvas was still bringing the card into sight, and the click fell beside it. */
  async select(name: string): Promise<void> {
    await expect(async () => {
      await this.card(name).click();
      await expect(this.card(name)).toHaveClass(/selected/, { timeout: 3_000 });
    }).toPass();
  }

  /** Selects cards together; returns the toolbar for them. */
  async selectSeveral(...names: string[]): Promise<Locator> {
    await this.press("Escape");
    for (const name of names) {
      // The panel of the first one may cover the next.
      await this.showEverything();
      await this.card(name).click({ modifiers: ["Shift"] });
    }
    const bar = this.page.getByRole("toolbar", { name: `${names.length} nodes selected` });
    await expect(bar).toBeVisible();
    return bar;
  }

  /** Draws an edge from the output of one card to the input of another. */
  async connect(source: string, target: string): Promise<void> {
    const from = this.card(source).locator(".react-flow__handle.source");
    const to = this.card(target).locator(".react-flow__handle.target");
    await from.dragTo(to, { steps: DRAG_STEPS });
  }

  /** Drags a card by its icon. */
  async dragBy(name: string, by: { x: number; y: number }): Promise<void> {
    const box = await this.card(name).locator(".fl-card-icon").boundingBox();
    if (!box) throw new Error(`${name} is not drawn`);
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(from.x + by.x, from.y + by.y, { steps: DRAG_STEPS });
    await this.page.mouse.up();
  }

  /** Drags a card so that its middle comes to the middle of another one. */
  async dragOnto(name: string, target: string): Promise<void> {
    const [card, frame] = await Promise.all([this.card(name).boundingBox(), this.card(target).boundingBox()]);
    if (!card || !frame) throw new Error(`${name} or ${target} is not drawn`);
    await this.dragBy(name, {
      x: frame.x + frame.width / 2 - card.x - card.width / 2,
      y: frame.y + frame.height / 2 - card.y - card.height / 2,
    });
  }

  /** The middle of an edge, in pixels from the corner of the canvas. */
  async middleOfEdge(source: string, target: string): Promise<{ x: number; y: number }> {
    const [edge, area] = await Promise.all([
      this.edge(source, target).locator(".react-flow__edge-path").boundingBox(),
      this.area.boundingBox(),
    ]);
    if (!edge || !area) throw new Error(`${source} to ${target} is not drawn`);
    return { x: edge.x + edge.width / 2 - area.x, y: edge.y + edge.height / 2 - area.y };
  }

  /** Drags a card by its icon to the middle of an edge, and holds it there. */
  async holdOverEdge(name: string, source: string, target: string): Promise<void> {
    const [middle, area] = await Promise.all([this.middleOfEdge(source, target), this.area.boundingBox()]);
    await this.card(name).locator(".fl-card-icon").hover();
    await this.page.mouse.down();
    await this.page.mouse.move(middle.x + (area?.x ?? 0), middle.y + (area?.y ?? 0), { steps: DRAG_STEPS });
  }

  /** Distance of each edge's ends from the nearest ports' centers, in pixels, by card names. */
  async gapsAtPorts(): Promise<[name: string, gap: number][]> {
    return this.area.locator(".react-flow__edge").evaluateAll((edges) => {
      const middles = Array.from(document.querySelectorAll(".react-flow__handle"), (port) => {
        const { x, y, width, height } = port.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      });
      return edges.map((edge) => {
        const path = edge.querySelector<SVGPathElement>(".react-flow__edge-path");
        const matrix = path?.getScreenCTM();
        const ends = path && matrix ? [0, path.getTotalLength()].map((at) => path.getPointAtLength(at)) : [];
        const gaps = ends.map((end) => {
          const { x, y } = end.matrixTransform(matrix ?? undefined);
          return Math.min(...middles.map((middle) => Math.hypot(middle.x - x, middle.y - y)));
        });
        return [edge.getAttribute("aria-label") ?? "", Math.max(...gaps)];
      });
    });
  }

  /** No card lies on another one. */
  async expectNoOverlap(): Promise<void> {
    const boxes = await Promise.all((await this.cards.all()).map((card) => card.boundingBox()));
    for (const [at, a] of boxes.entries())
      for (const b of boxes.slice(at + 1)) {
        if (!a || !b) continue;
        const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x;
        expect(isBeside || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(true);
      }
  }

  async zoom(): Promise<number> {
    return Number(/scale\(([\d.]+)\)/.exec(await this.#view())?.[1]);
  }

  async #view(): Promise<string> {
    return (await this.area.locator(".react-flow__viewport").getAttribute("style")) ?? "";
  }

  /** The card lies wholly in the canvas, and the tools do not cover it. */
  async expectFree(name: string): Promise<void> {
    await expect(this.card(name)).toBeVisible();
    const [card, tools, area] = await Promise.all([
      this.card(name).boundingBox(),
      this.tools.boundingBox(),
      this.area.boundingBox(),
    ]);
    if (!card || !tools || !area) throw new Error(`${name} is not drawn`);
    expect(card.x).toBeGreaterThanOrEqual(area.x);
    expect(card.y).toBeGreaterThanOrEqual(area.y);
    expect(card.x + card.width).toBeLessThanOrEqual(area.x + area.width);
    expect(card.y + card.height).toBeLessThanOrEqual(tools.y);
  }

  async showEverything(): Promise<void> {
    await this.tools.getByRole("button", { name: "Fit to view" }).click();
    // It glides there.
    let view = "";
    await expect
      .poll(async () => {
        const before = view;
        view = await this.#view();
        return view === before;
      })
      .toBe(true);
  }

  async press(keys: string): Promise<void> {
    await this.area.press(keys);
  }
}
