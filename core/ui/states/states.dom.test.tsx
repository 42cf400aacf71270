import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import texts from '../../../locales/en/ui.json';
import { type Rendered, render, stillServices } from '../../../tests/kit/render.tsx';
import { FailedState, IconButton, ListEmpty, NoMarket, PlaceOrderButton, SizeFilter } from '../index.ts';

let screen: Rendered;
let said: string[] = [];
afterEach(async () => {
  await screen.close();
  said = [];
});

const show = async (node: React.ReactNode): Promise<void> => {
  screen = await render(node, { ui: texts });
};
const button = (name: string): HTMLButtonElement =>
  [...screen.container.querySelectorAll('button')].find(
    (one) => one.textContent === name || one.getAttribute('aria-label') === name,
  ) as HTMLButtonElement;
const press = (name: string): Promise<void> => act(async () => button(name).click());
const workspace = (hasTicket: boolean) => ({
  openPanel: (panel: string) => void said.push(`open ${panel}`),
  askForOrder: (side: string) => {
    said.push(`ask ${side}`);
    return hasTicket;
  },
});

it('a panel without a market waits for the markets, then offers them', async () => {
  const services = (loading: boolean) => ({ markets: { loading }, workspace: workspace(true) });
  await show(<NoMarket services={services(true)} icon="depth" text="Choose one." />);
  expect(screen.container.textContent).toBe('');
  await screen.update(<NoMarket services={services(false)} icon="depth" text="Choose one." />);
  expect(screen.container.textContent).toContain('Choose one.');
  await press('Show markets');
  expect(said).toEqual(['open panel-of-market-list/main']);
});

it('a list without entries says what brings them; behind filters it offers to clear those', async () => {
  const list = (narrowed: string | null) => (
    <ListEmpty icon="orders" text="None." narrowed={narrowed} action={<b>Do it</b>} onClear={() => said.push('clear')} />
  );
  await show(list(null));
  expect(screen.container.textContent).toBe('None.Do it');
  await screen.update(list('None match.'));
  expect(screen.container.textContent).toContain('None match.');
  await press('Clear filters');
  expect(said).toEqual(['clear']);
});

it('what failed to load can be tried again', async () => {
  await show(<FailedState text="Not loaded." onRetry={() => said.push('retry')} />);
  await press('Try again');
  expect(said).toEqual(['retry']);
});

it.each([
  [true, ['ask BUY']],
  [false, ['ask BUY', 'open panel-of-order-ticket/main']],
])('an order is placed in a ticket, which is opened when there is none: %s', async (hasTicket, expected) => {
  await show(<PlaceOrderButton workspace={workspace(hasTicket)} />);
  await press('Place an order');
  expect(said).toEqual(expected);
});

it.each([
  [{ outcome: 'absent' }, []],
  [{ outcome: 'locked', minVip: 2 }, [['Place an orderVIP 2', true]]],
  [{ outcome: 'locked', minVip: 99 }, [['Place an orderLocked', true]]],
] as const)('nobody is led to a ticket that does not open: %o', async (decision, expected) => {
  screen = await render(<PlaceOrderButton workspace={workspace(false)} />, { ui: texts }, { ...stillServices, accessTo: () => decision });
  expect([...screen.container.querySelectorAll('button')].map((one) => [one.textContent, one.disabled])).toEqual(expected);
});

it('a picture says in words what it does, and whether it is on', async () => {
  await show(<IconButton icon="list" label="Group" pressed onClick={() => said.push('group')} />);
  expect(button('Group').getAttribute('aria-pressed')).toBe('true');
  await press('Group');
  await screen.update(<IconButton icon="list" label="Group" disabled onClick={() => said.push('group')} />);
  await press('Group');
  expect(said).toEqual(['group']);
});

it('a size filter takes decimals only, and tidies them when it is left', async () => {
  await show(<SizeFilter label="From" value="1." unit="BTC" onChange={(value) => said.push(value)} />);
  const input = screen.container.querySelector('input') as HTMLInputElement;
  await act(async () => {
    input.focus();
    input.blur();
  });
  expect([screen.container.textContent, said]).toEqual(['FromBTC', ['1']]);
});
