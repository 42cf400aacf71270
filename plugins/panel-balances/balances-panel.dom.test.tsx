import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { someBalance, someInstrument } from '../../core/client/testing/views.ts';
import type { AccountBalance, ApiAccount } from '../../core/contract/client-services.ts';
import type { PanelProps } from '../../core/contract/panel.ts';
import type { AccountAct } from '../../core/domain/accounts/account-act.ts';
import uiTexts from '../../locales/en/ui.json' with { type: 'json' };
import { type Rendered, render, stillServices } from '../../tests/kit/render.tsx';
import { Panel } from './balances-panel.tsx';
import texts from './locales/en.json' with { type: 'json' };
import type { requires } from './requires.ts';

const account = (apiId: number, name: string): ApiAccount => ({
  ...{ apiId, name, exchange: 'aurora', permissions: ['spot'], createdMs: 0, updatedMs: 0, own: true, lockedAtVip: null },
  may: ['see', 'report', 'reduce', 'trade', 'move'],
});

let page: Rendered;
afterEach(() => page.close());

/** Accounts one and two: both had 1 BTC of 60000 USDT as the day began, the first has sold it for 60900. */
async function show(
  mayNot: readonly (readonly [AccountAct, number])[] = [],
  { view = 'accounts', prices = stillServices.prices, currency = 'USDT' } = {},
): Promise<FakeApi> {
  const line = { exchange: 'aurora', apiId: 1, accountType: 'spot', moves: [] };
  const api = new FakeApi({
    balanceChanges: () => [
      { ...line, asset: 'BTC', traded: '-1' },
      { ...line, asset: 'USDT', traded: '60900' },
    ],
    klinesHistory: () => [[0, '1', '2', '1', '60000', '5', '5', 3]],
  });
  const balances: readonly AccountBalance[] = [someBalance('USDT', '60900'), someBalance('BTC', '1', { apiId: 2 })];
  const may = (act: AccountAct, apiId: number) => ({
    outcome: mayNot.some(([barred, id]) => barred === act && id === apiId) ? 'absent' : 'granted',
  });
  const services = {
    api,
    preferences: { timeZone: 'UTC', currency },
    accounts: { apiAccounts: [account(1, 'One'), account(2, 'Two')], selectedIds: [1, 2], balances, loading: false, may },
    markets: {
      instruments: [someInstrument('aurora')],
      ticker: () => ({ bid: null, ask: null, last: '61000' }),
      index: () => null,
      watchTickers: () => () => undefined,
      watchIndexes: () => () => undefined,
      exchangeTitle: (exchange: string) => exchange,
    },
  } as unknown as PanelProps<typeof requires>['services'];
  page = await render(
    <Panel
      {...{ panelId: '1', services, config: { view, hideSmall: false }, updateConfig: () => undefined }}
      {...{ linkGroup: 'none', instrumentId: null, visible: true }}
    />,
    { 'panel-balances': texts, ui: uiTexts },
    { ...stillServices, prices },
  );
  await act(async () => vi.waitFor(() => expect(api.names()).toContain('balanceChanges')));
  return api;
}
/** The day as the bar tells it of all together, then of each account. */
const days = () => [...page.container.querySelectorAll('[title^="Since 00:00"]')].map(({ textContent }) => textContent?.trim());

describe('what is held', () => {
  it('is told by exchange and by wallet as well, with what it is worth, how many accounts and which assets', async () => {
    const lines = () =>
      [...page.container.querySelectorAll('[role=row]')]
        .slice(1)
        .map((row) => [...row.querySelectorAll('[role=gridcell], [role=rowheader]')].map(({ textContent }) => textContent?.trim()));
    await show([], { view: 'exchanges' });
    expect(lines()).toEqual([['aurora', '121,900.00', '2', 'BTC, USDT']]);
    await page.close();
    await show([], { view: 'wallets' });
    expect(lines()).toEqual([['Spot', '121,900.00', '2', 'BTC, USDT']]);
  });
});

describe('what the day has brought', () => {
  it('is told of each account by what changed there, and of all together', async () => {
    await show();
    expect(days()).toEqual(['+1,900.00 +1.58%', '+900.00 +1.50%', '+1,000.00 +1.67%']);
  });

  it.each(['see', 'report'] as const)('is told neither of an account of which one may not %s, nor of all together', async (act) => {
    const api = await show([[act, 2]]);
    expect(api.calls[0]?.query).toMatchObject({ apiIds: [1] });
    expect(days()).toEqual(['–', '+900.00 +1.50%', '–']);
  });
});

describe('while prices are old', () => {
  const prices = { ...stillServices.prices, ofExchange: (exchange: string) => (exchange === 'aurora' ? 9 : null) };
  const old = () => [...page.container.querySelectorAll('[data-old]')].map((one) => `${one.textContent} ${one.getAttribute('title')}`);
  const together = ['121,900.00 9 s old', '+1,900.00 +1.58% 9 s old'];

  it('what is reckoned by them is grey with their age, and what is money already is not: by asset', async () => {
    await show([], { view: 'assets', prices });
    expect(old()).toEqual([...together, '61,000.00 9 s old']);
  });

  it('and by account', async () => {
    await show([], { prices });
    expect(old()).toEqual([...together, '61,000.00 9 s old', '+1,000.00 +1.67% 9 s old']);
  });
});

it('values everything in the asset that the user has chosen, at the price of now, and in money where nothing prices it', async () => {
  const shown = (): string => page.container.textContent ?? '';
  await show([], { currency: 'BTC' });
  expect(shown()).toContain('1.998360 BTC');
  expect(shown()).toContain('Equity (BTC)');
  expect(days()[0]).toBe('+0.031147 +1.58%');
  await page.close();
  await show([], { currency: 'XYZ' });
  expect(shown()).toContain('121,900.00 USDT');
});
