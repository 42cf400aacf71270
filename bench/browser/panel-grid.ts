import { type LayoutContent, layoutVersion } from '../../core/client/layouts/layout-content.ts';
import { contributionKey, type PluginManifest, partsOf } from '../../core/kernel/manifest.ts';
import { installedPlugins } from '../../server/plugins/plugin-folders.ts';
import type { OpenDashboard } from './open-dashboard.ts';

interface PanelType {
  readonly type: string;
  readonly version: number;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Those of a trading desk, in the shares that one has of them. */
const usualTypes: readonly PanelType[] = [
  { type: 'panel-markets/markets', version: 1, config: { exchange: 'aurora' } },
  { type: 'panel-depth/depth', version: 1, config: { grouping: 0 } },
  { type: 'panel-trades/trades', version: 1, config: {} },
  { type: 'panel-order-ticket/order-ticket', version: 1, config: {} },
  { type: 'panel-orders/open-orders', version: 1, config: { thisMarket: false } },
  { type: 'panel-balances/balances', version: 1, config: { hideZero: false } },
  { type: 'panel-chart/chart', version: 1, config: { interval: '1m' } },
];

/** Every type that the installed plugins contribute. */
export async function everyType(): Promise<readonly PanelType[]> {
  const manifests = (await installedPlugins()).map(({ manifest }) => manifest as PluginManifest);
  return manifests.flatMap((manifest) =>
    partsOf(manifest, 'panels').map(({ id, version }) => ({ type: contributionKey(manifest.id, id), version, config: {} })),
  );
}

const rows = 4;

/** Panels that all stand on the screen at once, in columns of four, as the workspace would have saved them. */
const gridOf = (types: readonly PanelType[]): LayoutContent => {
  const stacks = types.map((type, index) => {
    const panel = { ...type, id: `p${index + 1}`, linkGroup: 'blue' } as const;
    return { kind: 'stack' as const, size: 1, active: 0, panels: [panel] };
  });
  const children = Array.from({ length: Math.ceil(types.length / rows) }, (_, column) => {
    return { kind: 'column' as const, size: 1, children: stacks.slice(column * rows, (column + 1) * rows) };
  });
  return { root: { kind: 'row', size: 1, children }, maximised: null, accounts: {}, popouts: [] };
};

/** Opens a grid of `count` panels of the usual types. */
export function openGrid(dashboard: OpenDashboard, count: number): Promise<void> {
  return openPanels(
    dashboard,
    Array.from({ length: count }, (_, index) => usualTypes[index % usualTypes.length] as PanelType),
  );
}

/** Saves a grid of these panels as a layout of the user's and opens it. */
export async function openPanels({ page, http }: OpenDashboard, types: readonly PanelType[]): Promise<void> {
  const { id } = await http.call('layoutCreate', {
    body: { name: `Grid of ${types.length}`, version: layoutVersion, content: { ...gridOf(types) } },
  });
  // Another page first: the same address would leave the one that saves its own layout on the way out.
  await page.goto(`${http.url}/home`);
  await http.call('layoutTabs', { body: { open: [id], active: id } });
  await page.goto(`${http.url}/dashboard`);
  await page.waitForFunction((wanted) => document.querySelectorAll('[data-panel]').length === wanted, types.length);
  await page.waitForTimeout(3_000);
}

/** Leaves the dashboard, which closes all its panels, and comes back. Gives the ms until all of them have painted again. */
export function leaveAndReturn({ page }: OpenDashboard): Promise<number> {
  return page.evaluate(untilPaintedAgain);
}

/** Runs in the page, from the click on another page to the frame after the last panel's content: a locator's script would be measured with it. */
async function untilPaintedAgain(): Promise<number> {
  const frame = (): Promise<number> => new Promise(requestAnimationFrame);
  const painted = (): number =>
    // The last is the place of a package's frame that has drawn.
    [...document.querySelectorAll('[data-panel]')].filter((panel) =>
      panel.querySelector('canvas, form, [role=grid], [role=listbox], [aria-busy=false] > iframe'),
    ).length;
  const before = painted();
  const link = document.querySelector<HTMLElement>('a[href="/setup"]');
  if (link === null) throw new Error('no way out of the dashboard');
  link.click();
  while (document.querySelector('[data-panel]') !== null) await frame();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const start = performance.now();
  history.back();
  do await frame();
  while (painted() < before);
  await frame();
  return performance.now() - start;
}
