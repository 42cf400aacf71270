import { describe, expect, it } from 'vitest';
import { fillOf, orderOf } from '../../../../tests/kit/strategy-kit.ts';
import { newsOf, toldNothing } from './order-news.ts';

const fill = (tradeId: string, qty: string) => fillOf({ tradeId, qty, price: '100', timeMs: 1 });
const said = ({ reports }: ReturnType<typeof newsOf>) =>
  reports.map((report) => ('order' in report ? `${report.type} ${report.order.status} ${report.order.filledQty}` : report.type));

describe('news of an order', () => {
  it('tell the whole life of an order that was never heard of, in order of its trades', () => {
    const order = orderOf('i-1', { status: 'FILLED', filledQty: '1', qty: '1' });
    const news = newsOf(toldNothing, order, [fill('10', '0.3'), fill('9', '0.7')]);
    expect(said(news)).toEqual(['accepted UNFILLED 0', 'filled PARTIALLY_FILLED 0.7', 'filled FILLED 1']);
    expect(news).toMatchObject({ hasEnded: true, told: { trades: ['9', '10'], filledQty: '1', filledQuote: '100' } });
  });

  it('tell nothing twice, however often they come', () => {
    const order = orderOf('i-1', { status: 'PARTIALLY_FILLED', filledQty: '0.3', qty: '1' });
    const first = newsOf(toldNothing, order, [fill('1', '0.3')]);
    expect(said(newsOf(first.told, order, [fill('1', '0.3')]))).toEqual([]);
    const later = orderOf('i-1', { status: 'CANCELED', filledQty: '0.3', qty: '1' });
    expect(said(newsOf(first.told, later, [fill('1', '0.3')]))).toEqual(['canceled CANCELED 0.3']);
  });

  it('hold an end back until every fill before it is known, and a fill until its order counts it', () => {
    const canceled = orderOf('i-1', { status: 'CANCELED', filledQty: '0.5', qty: '1' });
    const early = newsOf(toldNothing, canceled, [fill('1', '0.2')]);
    expect(said(early)).toEqual(['accepted UNFILLED 0', 'filled PARTIALLY_FILLED 0.2']);
    expect(early.hasEnded).toBe(false);
    expect(said(newsOf(early.told, canceled, [fill('1', '0.2'), fill('2', '0.3')]))).toEqual([
      'filled PARTIALLY_FILLED 0.5',
      'canceled CANCELED 0.5',
    ]);
    const unaware = orderOf('i-1', { filledQty: '0', qty: '1' });
    expect(said(newsOf(toldNothing, unaware, [fill('1', '1')]))).toEqual(['accepted UNFILLED 0']);
  });

  it('tell new terms as another acceptance, and what the exchange refused as rejected', () => {
    const { told } = newsOf(toldNothing, orderOf('i-1', { price: '100' }), []);
    expect(said(newsOf(told, orderOf('i-1', { price: '101' }), []))).toEqual(['accepted UNFILLED 0']);
    expect(said(newsOf(toldNothing, orderOf('i-1', { status: 'FAILURE', cause: 'no' }), []))).toEqual(['rejected FAILURE 0']);
  });
});
