import { beforeEach, describe, expect, it } from 'vitest';
import type { TicketTerms } from '../../core/contract/client-services.ts';
import { aurora, GivenTicket, tessera } from '../../tests/kit/tickets/given-ticket.ts';
import { templateOf } from './templates/templates.ts';
import { freshDraft } from './ticket-draft.ts';
import type { TicketStore } from './ticket-store.ts';

let given: GivenTicket;
let store: TicketStore;

beforeEach(() => {
  given = new GivenTicket();
  store = given.open();
  store.showInstrument(tessera);
});

describe('price, quantity and total', () => {
  it('keep up with each other, and the total settles on the grid', () => {
    store.type('price', '33.33');
    store.type('total', '100');
    expect([store.draft.qty, store.shownTotal]).toEqual(['3.0003', '100']);
    store.type('price', '50');
    expect(store.draft.qty).toBe('2');
    store.settleTotal();
    expect(store.shownTotal).toBe('100');
    store.type('qty', '1.5');
    expect(store.shownTotal).toBe('75');
  });

  it('follow a share of the balance, and tell it', () => {
    store.type('price', '100');
    store.takePercent(25);
    expect([store.draft.qty, store.percent]).toEqual(['2.5', 25]);
    store.change({ side: 'SELL' });
    expect(store.percent).toBe(83);
    store.takePercent(0);
    expect(store.draft.qty).toBe('');
  });

  it('take a picked price where the form has one, and keep the side', () => {
    store.change({ type: 'MARKET', side: 'SELL' });
    store.takePrice('99.5');
    expect([store.draft.type, store.draft.price, store.draft.side]).toEqual(['LIMIT', '99.5', 'SELL']);
    store.change({ type: 'STOP_MARKET' });
    store.takePrice('98');
    expect([store.draft.type, store.draft.triggerPrice]).toEqual(['STOP_MARKET', '98']);
    store.change({ mode: 'OCO' });
    store.takePrice('105');
    store.takePrice('95');
    expect([store.draft.profitPrice, store.draft.stopTrigger]).toEqual(['105', '95']);
  });

  it('take the market’s prices by a press, and the best one when the keyboard comes', () => {
    for (const [preset, price] of [
      ['bid', '99.99'],
      ['mid', '100'],
      ['ask', '100.02'],
      ['last', '100'],
    ] as const) {
      store.takePreset(preset);
      expect(store.draft.price).toBe(price);
    }
    store.begin('SELL');
    expect([store.draft.side, store.draft.price]).toEqual(['SELL', '100']);
    store.type('price', '');
    store.begin('SELL');
    expect(store.draft.price).toBe('100.02');
  });
});

describe('the price', () => {
  it('is the best one of the own side until the user writes one, which then stays', () => {
    expect(store.draft.price).toBe('99.99');
    store.chooseSide('SELL');
    expect(store.draft.price).toBe('100.02');
    store.chooseKind('STOP_LOSS');
    expect(store.draft.price).toBe('100.02');
    store.type('price', '101');
    store.chooseSide('BUY');
    store.suggestPrice();
    expect(store.draft.price).toBe('101');
    store.type('price', '');
    store.suggestPrice();
    expect(store.draft.price).toBe('');
  });

  it('that nobody wrote is made anew when its market comes back, and one that comes late is put in then', () => {
    store.showInstrument(aurora);
    given.known = false;
    store.showInstrument(tessera);
    expect(store.draft.price).toBe('');
    given.known = true;
    store.suggestPrice();
    expect(store.draft.price).toBe('99.99');
  });

  it('that was picked or typed waits with its market', () => {
    store.takePrice('97');
    store.showInstrument(aurora);
    store.showInstrument(tessera);
    expect(store.draft.price).toBe('97');
  });
});

describe('take profit and stop', () => {
  const bracket = () => {
    store.change({ mode: 'BRACKET' });
    store.type('price', '100');
    store.type('qty', '2');
  };

  it('are prices or distances from the entry, each shown as the other too', () => {
    bracket();
    store.typePercent('profit', '5');
    store.type('stopTrigger', '98');
    expect([store.draft.profitPrice, store.percentOf('profit')]).toEqual(['105', '5']);
    expect([store.draft.stopTrigger, store.percentOf('stop')]).toEqual(['98', '2']);
    store.chooseSide('SELL');
    expect([store.draft.profitPrice, store.percentOf('stop')]).toEqual(['95', '']);
  });

  it('that were typed as distances follow the entry, and prices stay', () => {
    bracket();
    store.typePercent('profit', '5');
    store.type('stopTrigger', '98');
    store.type('price', '200');
    expect([store.draft.profitPrice, store.draft.stopTrigger, store.percentOf('stop')]).toEqual(['210', '98', '51']);
    store.type('profitPrice', '220');
    store.type('price', '100');
    expect(store.draft.profitPrice).toBe('220');
  });

  it('say what they would gain and lose, at all accounts together', () => {
    bracket();
    expect(store.riskReward).toBeNull();
    store.typePercent('profit', '5');
    store.typePercent('stop', '2');
    expect(store.riskReward).toEqual({ gain: '10', loss: '4', ratio: '2.5' });
    store.plan.choose(8, true);
    expect(store.riskReward).toEqual({ gain: '20', loss: '8', ratio: '2.5' });
    store.type('qty', '0');
    expect(store.riskReward).toEqual({ gain: null, loss: null, ratio: '2.5' });
    store.type('stopTrigger', '103');
    expect(store.riskReward).toBeNull();
  });

  it('of a pair alone are measured from the last price', () => {
    store.chooseKind('OCO');
    store.chooseSide('SELL');
    store.type('qty', '1');
    store.typePercent('profit', '10');
    store.typePercent('stop', '4');
    expect([store.draft.profitPrice, store.draft.stopTrigger]).toEqual(['110', '96']);
    expect(store.riskReward).toEqual({ gain: '10', loss: '4', ratio: '2.5' });
    store.chooseKind('MARKET');
    expect(store.draft.mode).toBe('ORDER');
  });

  it('that were typed as distances follow the market without a key, so that what is seen is what is sent', async () => {
    store.chooseKind('MARKET');
    store.change({ mode: 'BRACKET' });
    store.type('qty', '1');
    store.typePercent('profit', '5');
    store.typePercent('stop', '10');
    expect([store.draft.profitPrice, store.draft.stopTrigger]).toEqual(['105.02', '90.02']);
    given.prices.ask = '200';
    const seen = [store.draft.profitPrice, store.draft.stopTrigger];
    expect(seen).toEqual(['210', '180']);
    await store.submit('BUY');
    expect(given.sent).toMatchObject([{ takeProfit: { price: seen[0] }, stopLoss: { triggerPrice: seen[1] } }]);
  });

  const template = (terms: Partial<TicketTerms>): TicketTerms => ({
    ...templateOf({ ...freshDraft, mode: 'BRACKET', price: '200', qty: '1' }, { percent: null, withPrices: true }),
    ...terms,
  });

  it('are those of a template or of an order used again, whatever distance was typed before', () => {
    bracket();
    store.typePercent('profit', '5');
    store.typePercent('stop', '2');
    store.takeTemplate(template({ profitPrice: '260', stopTrigger: '150' }));
    expect([store.draft.profitPrice, store.draft.stopTrigger]).toEqual(['260', '150']);
    expect([store.percentOf('profit'), store.percentOf('stop')]).toEqual(['30', '25']);
    store.type('price', '210');
    expect([store.draft.profitPrice, store.draft.stopTrigger]).toEqual(['260', '150']);
  });

  it('stay at their prices under a template that names none, also when a distance was just being typed', () => {
    bracket();
    store.typePercent('profit', '5');
    store.type('stopTrigger', '98');
    store.typePercent('stop', '');
    store.takeTemplate(template({ stopTrigger: '150' }));
    expect([store.draft.profitPrice, store.draft.stopTrigger]).toEqual(['105', '150']);
  });
});
