import { type LayoutContent, layoutVersion } from '../../core/client/layout-content.ts';
import type { OpenDashboard } from './open-dashboard.ts';

const types = [
  ['panel-markets/markets', { exchange: 'aurora' }],
  ['panel-depth/depth', { grouping: 0 }],
  ['panel-trades/trades', {}],
  ['panel-order-ticket/order-ticket', {}],
  ['panel-orders/open-orders', { thisMarket: false }],
  ['panel-balances/balances', { hideZero: false }],
  ['panel-chart/chart', { interval: '1m' }],
] as const;

const rows = 4;

const panel = (index: number) => {
  const [type, config] = types[index % types.length] ?? types[0];
  return { id: `p${index + 1}`, type, version: 1, config, linkGroup: 'blue' } as const;
};

/** Panels that all stand on the screen at once, in columns of four, as the workspace would have saved them. */
const gridOf = (count: number): LayoutContent => {
  const children = Array.from({ length: Math.ceil(count / rows) }, (_, column) => {
    const stacks = Array.from({ length: Math.min(rows, count - column * rows) }, (_, row) => {
      return { kind: 'stack' as const, size: 1, active: 0, panels: [panel(column * rows + row)] };
    });
    return { kind: 'column' as const, size: 1, children: stacks };
  });
  return { root: { kind: 'row', size: 1, children }, maximised: null, accounts: {}, popouts: [] };
};

/** Saves a grid of `count` panels as a layout of the user's and opens it. */
export async function openGrid({ page, http }: OpenDashboard, count: number): Promise<void> {
  const { id } = await http.call('layoutCreate', {
    body: { name: `Grid of ${count}`, version: layoutVersion, content: { ...gridOf(count) } },
  });
  // Another page first: the same address would leave the one that saves its own layout on the way out.
  await page.goto(`${http.url}/home`);
  await http.call('layoutTabs', { body: { open: [id], active: id } });
  await page.goto(`${http.url}/dashboard`);
  await page.waitForFunction((wanted) => document.querySelectorAll('[data-panel]').length === wanted, count);
  await page.waitForTimeout(3_000);
}

/** Leaves the dashboard, which closes all its panels, and comes back. Gives the ms until all `count` panels have painted again. */
export function leaveAndReturn({ page }: OpenDashboard, count: number): Promise<number> {
  return page.evaluate(untilPaintedAgain, count);
}

/** Runs in the page, from the click on another page to the frame after the last panel's content: a locator's script would be measured with it. */
async function untilPaintedAgain(count: number): Promise<number> {
  const frame = (): Promise<number> => new Promise(requestAnimationFrame);
  const link = document.querySelector<HTMLElement>('a[href="/setup"]');
  if (link === null) throw new Error('no way out of the dashboard');
  link.click();
  while (document.querySelector('[data-panel]') !== null) await frame();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const painted = (): number =>
    [...document.querySelectorAll('[data-panel]')].filter((panel) => panel.querySelector('canvas, form, [role=grid], [role=listbox]'))
      .length;
  const start = performance.now();
  history.back();
  do await frame();
  while (painted() < count);
  await frame();
  return performance.now() - start;
}
