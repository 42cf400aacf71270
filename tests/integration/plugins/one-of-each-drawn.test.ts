// @vitest-environment happy-dom
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { act, type ComponentType, createElement } from 'react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accepted } from '../../../core/contract/app-error.ts';
import { type Rendered, render } from '../../kit/render.tsx';

/** Panels and pages that were added in a temporary folder are drawn from there, with the texts of their folders. */
let into = '';
let screen: Rendered | null = null;

beforeAll(() => {
  const data = join(process.cwd(), '.data');
  mkdirSync(data, { recursive: true });
  into = mkdtempSync(join(data, 'one-of-each-drawn-'));
  // In a process of its own: here addresses of files are those of a page.
  const make = "for (const kind of ['panel', 'page', 'feature']) createPlugin(kind, 'added', process.argv[1]);";
  const script = `import { createPlugin } from './scripts/new-plugin.ts';\n${make}`;
  execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, into]);
}, 60_000);
afterEach(async () => {
  await screen?.close();
  screen = null;
});
afterAll(() => rmSync(into, { recursive: true, force: true }));

type Part = { readonly load: () => Promise<Readonly<Record<string, ComponentType<object>>>> };
type Half = { readonly plugin: Readonly<Record<'panels' | 'routes', Readonly<Record<string, Part>>>> };

/** What the part shows, found as the kernel finds it: by its id in the half of the plugin that runs in the browser. */
async function drawn(folder: string, part: 'panels' | 'routes', props: object): Promise<HTMLElement> {
  const half = (await import(/* @vite-ignore */ join(into, folder, 'client.tsx'))) as Half;
  const module = await half.plugin[part].added?.load();
  const Drawn = part === 'panels' ? module?.Panel : module?.Page;
  if (Drawn === undefined) throw new Error(`${folder} has no ${part} added`);
  const texts = JSON.parse(readFileSync(join(into, folder, 'locales/en.json'), 'utf8'));
  screen = await render(createElement(Drawn, props), { [folder]: texts });
  await act(async () => undefined);
  return screen.container;
}

const instrument = { id: 'added/BTCUSDT/spot', exchange: 'added', symbol: 'BTCUSDT', tick: '0.01', lot: '0.001' };
const markets = {
  ...{ loading: false, instruments: [instrument] },
  instrument: () => instrument,
  ticker: () => ({ last: '50000.25' }),
  watchTickers: () => () => undefined,
  exchangeTitle: () => 'Added exchange',
};
const note = { noteId: 'n1', text: 'one of each', createdMs: 0 };
const features = {
  api: { of: () => ({ call: async () => accepted([note]) }) },
  notices: { error: () => undefined },
  stream: { state: 'live', subscribe: () => () => undefined },
};

it('the added panel shows the prices of its market', async () => {
  const panel = await drawn('panel-added', 'panels', { services: { markets }, instrumentId: instrument.id });
  expect([...panel.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual(['50,000.25', '50,000.25']);
});

it('the added page counts the markets of each exchange', async () => {
  const page = await drawn('page-added', 'routes', { services: { markets } });
  expect(page.querySelector('dl')?.textContent).toBe('Added exchange1');
});

it.each(['panels', 'routes'] as const)('the added feature shows its list (%s)', async (part) => {
  const container = await drawn('feature-added', part, { services: features });
  expect([...container.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['one of each']);
  expect(container.querySelector('ul')?.getAttribute('aria-label')).toBe('Added');
});
