import { afterEach, expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import type { Notices } from '../../core/contract/client-services.ts';
import uiTexts from '../../locales/en/ui.json';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import en from './locales/en.json';
import simplified from './locales/zh-CN.json';
import traditional from './locales/zh-TW.json';
import { SealOrders } from './seal-orders.tsx';
import type { TitledMarkets } from './subject-words.ts';

let page: Rendered;
afterEach(() => page.close());

const origins = [
  { kind: 'owner', username: null, source: null },
  { kind: 'key', username: null, source: 'grid bot' },
  { kind: 'key', username: null, source: null },
  { kind: 'authorised', username: 'bob', source: null },
  { kind: 'strategy', username: null, source: 's0123456789abcdef012' },
  { kind: 'strategy', username: 'bob', source: 's0123456789abcdef012' },
  { kind: 'copy', username: null, source: '7/91' },
  { kind: 'risk', username: 'rita', source: null },
];
const line = {
  ...{
    timeMs: 1,
    orderId: '5',
    apiId: 3,
    market: null,
    clientOrderId: null,
    side: 'BUY',
    type: 'LIMIT',
    status: 'UNFILLED',
    cause: 'PLACED',
  },
  ...{ price: '100', qty: '2', triggerPrice: null, filledQty: '0', username: 'ann' },
};

/** What each line says after whose account it is. */
async function said(texts: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const results = origins.map((origin, place) => ({ ...line, place: String(place), origin }));
  const api = new FakeApi({ auditSealOrders: () => ({ results, next: null, verdict: 'matches' }) });
  const parts = { api, notices: {} as Notices, markets: {} as TitledMarkets, entry: 9 };
  page = await render(<SealOrders {...parts} />, { 'page-audit': texts, ui: uiTexts });
  return [...page.container.querySelectorAll('li > span:last-child')].map(({ textContent }) =>
    (textContent ?? '').split(' · ').slice(3).join(' · '),
  );
}

it('says of each order by whom or what it came: by hand, by a key, by a strategy, as a copy or by risk', async () => {
  expect(await said(en)).toEqual([
    'by its owner',
    'by API key “grid bot”',
    'by an API key',
    'by bob, authorised',
    'by strategy instance s0123456789abcdef012',
    'by strategy instance s0123456789abcdef012 · by bob, authorised',
    'copy of order 91 of account 7',
    'by risk: rita',
  ]);
});

it('and says it of each in the other languages too', async () => {
  for (const texts of [simplified, traditional]) {
    const lines = await said(texts);
    expect([new Set(lines).size, lines.filter((one) => one === '' || /orders\.origin|\{\{/.test(one))]).toEqual([origins.length, []]);
    await page.close();
  }
});
