import type { Page } from '@playwright/test';

interface LayoutShift {
  /** As browsers score it: the part of the screen that moved times how far. */
  readonly value: number;
  /** What moved, by element and class. */
  readonly moved: readonly string[];
}

/**
 * Watches what moves on the page by itself, from now on. Shifts shortly after a press or a key count too: a trader presses all the
 * time, and what he pressed for asks for no other thing to move.
 */
export const watchLayout = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(globalThis, { layoutShifts: shifts });
    const nameOf = (node: Node | null): string =>
      node instanceof Element ? `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? ''}` : String(node?.nodeName);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; sources?: { node: Node | null }[] }[])
        shifts.push({ value: entry.value, moved: (entry.sources ?? []).map(({ node }) => nameOf(node)) });
    }).observe({ type: 'layout-shift' });
  });

/** What has moved since it is watched. */
export const layoutShifts = (page: Page): Promise<readonly LayoutShift[]> =>
  page.evaluate(() => (globalThis as unknown as { layoutShifts: LayoutShift[] }).layoutShifts);

/** Score of all of it together. */
export const layoutShift = async (page: Page): Promise<number> => (await layoutShifts(page)).reduce((sum, { value }) => sum + value, 0);
