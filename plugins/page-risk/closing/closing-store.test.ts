import { expect, it } from 'vitest';
import { AppError, accepted, denied } from '../../../core/contract/app-error.ts';
import { ClosingStore } from './closing-store.ts';

const left = { code: 'MARKET_HALTED', params: { instrument: 'tessera/ETHUSDT/spot' } };
const position = (apiId: number, changes: object = {}) => ({
  ...{ apiId, instrumentId: 'tessera/BTCUSDT/spot', asset: 'BTC', close_qty: '1', value: '100.5', left: null, ...changes },
});

/** A server that has these positions, and answers each closing in turn. */
function served(positions: readonly object[], closings: readonly unknown[]) {
  const asked: object[] = [];
  let at = 0;
  const call = async (name: string, input: { readonly body?: object }) => {
    if (name === 'riskPositions') return accepted({ positions });
    asked.push(input.body ?? {});
    const answer = closings[at++];
    return answer instanceof AppError ? denied(answer) : accepted({ canceled: 0, positions: answer });
  };
  return { closing: new ClosingStore({ call } as never, 'closing-1'), asked };
}

it('counts what would be closed with its worth, apart from what stays', async () => {
  const { closing } = served([position(7), position(7, { value: null }), position(8, { left })], []);
  await closing.look({ about: 'user', username: 'ann' });
  expect([closing.closable.length, closing.staying.length, closing.value, closing.hasUnvalued]).toEqual([2, 1, '100.5', true]);
});

it('asks account after account under one name, goes on after one that fails, and asks again only for what is open', async () => {
  const [known, unknown] = [position(7, { state: 'CLOSED' }), position(8, { state: 'UNKNOWN' })];
  const answers = [[known], [unknown], new AppError('VENUE_UNAVAILABLE', { exchange: 'x' }), [position(8, { state: 'CLOSED' })], []];
  const { closing, asked } = served([position(7), position(8), position(9)], answers);
  await closing.look({ about: 'market', instrument: 'tessera/BTCUSDT/spot' });
  await closing.run('too much');
  expect([closing.through, closing.isOpen, [...closing.failed.keys()]]).toEqual([3, true, [9]]);
  await closing.run('too much');
  expect([closing.closed.map(({ apiId, state }) => [apiId, state]), closing.failed.size, closing.isOpen]).toEqual([
    [
      [7, 'CLOSED'],
      [8, 'CLOSED'],
    ],
    0,
    false,
  ]);
  const body = (apiId: number) => ({ apiId, instrument: 'tessera/BTCUSDT/spot', closing_id: 'closing-1', reason: 'too much' });
  expect(asked).toEqual([7, 8, 9, 8, 9].map(body));
});

it('asks no further account once the person is not let in, and each of them when asked again', async () => {
  const answers = [new AppError('CONFIRMATION_NEEDED'), [position(7, { state: 'CLOSED' })], [position(8, { state: 'CLOSED' })]];
  for (const first of [new AppError('SESSION_MISSING'), answers[0]]) {
    const { closing, asked } = served([position(7), position(8)], [first, ...answers.slice(1)]);
    await closing.look({ about: 'user', username: 'ann' });
    await closing.run('too much');
    expect([asked.length, closing.state, closing.isOpen]).toEqual([1, 'done', true]);
    const again = closing.run('too much');
    expect(closing.failed.size, 'what stood against it is not said of what is on its way').toBe(0);
    await again;
    expect([closing.closed.map(({ apiId }) => apiId), closing.isOpen]).toEqual([[7, 8], false]);
  }
});

it('names an account by its owner, as long as something of it is known', async () => {
  const { closing } = served([position(7, { username: 'ann', account: 'Aurora' })], []);
  await closing.look({ about: 'account', apiId: 7 });
  expect([closing.nameOf(7), closing.nameOf(8)]).toEqual(['ann · Aurora', null]);
});
