import { LayoutConfig } from 'golden-layout';
import type { OpenDashboard } from './open-dashboard.ts';

const types = [
  ['panel-markets/markets', { exchange: '' }],
  ['panel-depth/depth', { grouping: 0 }],
  ['panel-trades/trades', {}],
  ['panel-order-ticket/order-ticket', {}],
  ['panel-orders/open-orders', { thisMarket: false }],
  ['panel-balances/balances', { hideZero: false }],
  ['panel-chart/chart', { interval: '1m' }],
] as const;

const columns = 5;
const rows = 4;

const panel = (index: number) => {
  const [type, config] = types[index % types.length] ?? types[0];
  return { type: 'component', componentType: 'panel', componentState: { type, version: 1, config, linkGroup: 'blue' } } as const;
};

/** Fills in what the library saves with a layout; its types keep this function to themselves. */
const { resolve } = LayoutConfig as unknown as { resolve(config: LayoutConfig): object };

/** Every panel on the screen at once: five columns of four, as the workspace would have saved it. */
const golden = resolve({
  root: {
    type: 'row',
    content: Array.from({ length: columns }, (_, column) => ({
      type: 'column' as const,
      content: Array.from({ length: rows }, (_, row) => ({ type: 'stack' as const, content: [panel(column * rows + row)] })),
    })),
  },
});

/** Median time in ms from coming back to the dashboard until all of a layout's 20 panels have painted; their code is loaded already. */
export async function twentyPanels({ page, http }: OpenDashboard, visits: number): Promise<number> {
  const revision = (await http.call('layoutCurrent'))?.revision ?? 0;
  await http.call('layoutSave', { body: { name: 'Trade', version: 1, revision, content: { golden } } });
  await page.goto(`${http.url}/dashboard`);
  await page.waitForFunction((count) => document.querySelectorAll('[data-panel]').length === count, columns * rows);
  await page.waitForTimeout(3_000);
  const times: number[] = [];
  for (let visit = 0; visit < visits; visit++) {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL('**/setup');
    await page.waitForTimeout(500);
    times.push(await page.evaluate(untilPainted, columns * rows));
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** Runs in the page: goes back and waits for the frame after the last panel's content. */
function untilPainted(count: number): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now();
    history.back();
    const look = (): void => {
      const painted = [...document.querySelectorAll('[data-panel]')].filter((element) =>
        element.querySelector('canvas, form, [role=grid], [role=listbox]'),
      );
      if (painted.length < count) requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve(performance.now() - start));
    };
    requestAnimationFrame(look);
  });
}
