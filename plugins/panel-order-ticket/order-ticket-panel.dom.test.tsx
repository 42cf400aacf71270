import { afterEach, expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { someInstrument } from '../../core/client/testing/views.ts';
import type { PanelProps } from '../../core/contract/panel.ts';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import texts from './locales/en.json';
import { Panel } from './order-ticket-panel.tsx';
import type { requires } from './requires.ts';

let page: Rendered;
afterEach(() => page.close());

/** The ticket of somebody whose one account at the exchange may not trade now. */
async function show(own: boolean): Promise<void> {
  const instrument = someInstrument('aurora');
  const stop = () => () => undefined;
  const services = {
    api: new FakeApi(),
    session: { user: { username: 'ann' } },
    accounts: {
      ...{ apiAccounts: [], selectedIds: [], balances: [], openOrders: [], fills: [] },
      accountFor: () => ({ apiId: 1, name: 'Main', exchange: 'aurora', own }),
      may: () => ({ outcome: 'absent' }),
    },
    documents: { open: () => ({ content: null, loaded: new Promise(() => undefined), onChange: stop, close: () => undefined }) },
    markets: {
      ...{ instruments: [instrument], instrument: () => instrument, exchangeTitle: () => 'Aurora' },
      ...{ ticker: () => null, index: () => null, watchTickers: stop, watchIndexes: stop },
    },
    workspace: { pickedPrice: null, reusedOrder: null },
  } as unknown as PanelProps<typeof requires>['services'];
  page = await render(
    <Panel
      {...{ panelId: '1', services, config: {}, updateConfig: () => undefined }}
      {...{ linkGroup: 'none', instrumentId: instrument.id, visible: true }}
    />,
    { 'panel-order-ticket': texts },
  );
}

it('tells the owner of an account that is switched off to activate it first, and leads to where he does', async () => {
  await show(true);
  expect(page.container.textContent).toContain('Account Main cannot trade at Aurora now.');
  expect(page.container.textContent).toContain('activate the account first');
  expect(page.container.querySelector('a')?.getAttribute('href')).toBe('/user');
  expect(page.container.querySelector('form')).toBeNull();
});

it('asks nobody to activate an account of somebody else', async () => {
  await show(false);
  expect(page.container.textContent).toBe('Trading at Aurora is not available to you.');
  expect(page.container.querySelector('a')).toBeNull();
});
