import { expect, it } from 'vitest';
import type { InstalledPlugin, PanelEntry } from '../../core/kernel/index.ts';
import { panelTitle, windowTitle } from './panel-title.ts';

const manifest = { id: 'panel-depth', contributes: { panels: [{ id: 'depth', title: 'panel-depth.title' }] } };
const saved = { type: 'panel-depth/depth', linkGroup: 'blue' } as const;

const titleWith = (
  given: { readonly panel?: object; readonly status?: object },
  slot: Parameters<typeof panelTitle>[1] = saved,
  title = panelTitle,
): string =>
  title(
    {
      kernel: {
        panel: () => (given.panel ?? null) as PanelEntry | null,
        status: (id) => (id === 'panel-depth' ? ((given.status ?? null) as InstalledPlugin | null) : null),
      },
      services: {
        texts: { t: (namespace: string, key: string) => `${namespace}:${key}` },
        workspace: { groupInstrument: () => 'tessera/BTCUSDT/spot' },
        markets: {
          instrument: () => ({ symbol: 'BTC/USDT', exchange: 'aurora' }),
          exchangeTitle: (exchange: string) => `title of ${exchange}`,
        },
      } as never,
    },
    slot,
  );

it('names a panel as its plugin does, with the market of a group of its own', () => {
  const panel = { manifest: { title: 'panel-depth.title' } };
  expect(titleWith({ panel })).toBe('panel-depth:title');
  expect(titleWith({ panel }, { ...saved, linkGroup: 'teal' })).toBe('panel-depth:title · BTC/USDT');
  expect(titleWith({ panel }, { ...saved, title: 'Mine' })).toBe('Mine');
});

it('names a panel that this user does not have by its plugin too, and never shows an id', () => {
  expect(titleWith({ status: { manifest } })).toBe('panel-depth:title');
  expect(titleWith({ status: { manifest: null } })).toBe('app:panel.gone');
  expect(titleWith({ status: { manifest: { id: 'panel-depth' } } })).toBe('app:panel.gone');
  expect(titleWith({})).toBe('app:panel.gone');
});

it('names a window that a panel has to itself by panel, market and exchange, whatever its group', () => {
  const panel = { manifest: { title: 'panel-depth.title' } };
  for (const linkGroup of ['blue', 'teal'] as const) {
    expect(titleWith({ panel }, { ...saved, linkGroup }, windowTitle)).toBe('panel-depth:title · BTC/USDT · title of aurora');
  }
});
