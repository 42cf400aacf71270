import { describe, expect, it } from 'vitest';
import { someInstrument } from '../../core/client/testing/views.ts';
import { Params as Maker } from '../strategy-market-maker/params.ts';
import { Params as Grid } from '../strategy-shock-grid/params.ts';
import { Params as Arbitrage } from '../strategy-spread-arbitrage/params.ts';
import { followerOf, type LinkedMarkets, marketField, onMarket } from './form-market.ts';

const instruments = [someInstrument('aurora'), someInstrument('aurora', 'ETHUSDT'), someInstrument('borealis')];
const markets = { instrument: (id: string) => instruments.find((one) => one.id === id) ?? null };
const [bitcoin, ether, elsewhere] = instruments.map(({ id }) => id) as [string, string, string];

describe('the market of a form', () => {
  it('is that of a strategy of one market, whatever it may have beside it; a strategy of several has none', () => {
    expect([marketField(Grid), marketField(Maker), marketField(Arbitrage)]).toEqual(['instrumentId', 'instrumentId', null]);
  });

  it('moves and keeps the account at the same exchange', () => {
    expect(onMarket(Grid, { apiId: 4, instrumentId: bitcoin, levels: 3 }, ether, markets)).toEqual({
      apiId: 4,
      instrumentId: ether,
      levels: 3,
    });
  });

  it('leaves the account behind on the way to another exchange', () => {
    expect(onMarket(Grid, { apiId: 4, instrumentId: bitcoin }, elsewhere, markets)).toEqual({ instrumentId: elsewhere });
  });

  it('changes nothing of strategies of several markets', () => {
    const params = { legA: { instrumentId: bitcoin } };
    expect(onMarket(Arbitrage, params, ether, markets)).toBe(params);
  });
});

describe('the market of the form and that of the charts', () => {
  const still: LinkedMarkets = { own: bitcoin, linked: bitcoin, round: 1, brings: false };
  it.each<[string, Partial<LinkedMarkets>, Partial<LinkedMarkets>, 'link' | 'form' | null]>([
    ['stay together', {}, {}, null],
    ['go with the form, where somebody chose', {}, { own: ether }, 'link'],
    ['go with a draft', {}, { own: ether, round: 2, brings: true }, 'link'],
    ['go with the charts', {}, { linked: ether }, 'form'],
    ['begin with that of the charts', { own: undefined }, { own: undefined }, 'form'],
    ['stay apart when the form’s market was cleared', {}, { own: undefined }, null],
    ['go with the charts again, once they move', { own: undefined }, { own: undefined, linked: ether }, 'form'],
    ['begin with that of the charts when the form is filled without one', {}, { own: undefined, round: 2 }, 'form'],
    ['stay apart when a form comes back with what it remembered', { own: undefined, round: 0 }, { own: ether }, null],
    ['stay apart when the charts come up after it', { own: ether, linked: null }, { own: ether }, null],
    ['wait while neither is chosen', { own: undefined, linked: null }, { own: undefined, linked: null }, null],
  ])('%s', (_what, before, now, follower) => {
    expect(followerOf({ ...still, ...before }, { ...still, ...now })).toBe(follower);
  });
});
