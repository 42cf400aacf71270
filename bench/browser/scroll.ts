import type { OpenDashboard } from './open-dashboard.ts';

/** Scrolls the markets table from its first row to its last and back by wheel-sized steps, one a frame, for `seconds`. */
export async function scrollMarkets({ page }: OpenDashboard, seconds: number): Promise<void> {
  await page.evaluate(
    (forMs) =>
      new Promise<void>((resolve) => {
        const grid = document.querySelector<HTMLElement>('[data-panel="panel-markets/markets"] [role=grid]');
        if (grid === null) throw new Error('there is no markets table');
        const start = performance.now();
        let step = 120;
        const next = (now: number): void => {
          const before = grid.scrollTop;
          grid.scrollTop += step;
          if (grid.scrollTop === before) step = -step;
          if (now - start < forMs) requestAnimationFrame(next);
          else resolve();
        };
        requestAnimationFrame(next);
      }),
    seconds * 1_000,
  );
}
