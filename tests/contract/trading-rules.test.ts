import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { maintenanceMargin, standardBrackets } from '../../core/domain/markets/margin-brackets.ts';
import { applyFill, averageCost, noHolding } from '../../core/domain/orders/cost-basis.ts';
import { type OrderStatus, orderStatusTable } from '../../core/domain/orders/order-status.ts';
import { playExample } from '../kit/rule-example.ts';

const rules = readFileSync(join(import.meta.dirname, '../../docs/trading-rules.md'), 'utf8');
const sections = rules.split(/^## /m).slice(1);
const section = (title: string): string => sections.find((text) => text.includes(title)) ?? '';

/** Cells of the table rows in a section, without bold and code marks; the head is left out. */
const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\|(?!---)(.*)\|$/gm)].map(([, row = '']) => row.split('|').map((cell) => cell.replaceAll('`', '').trim()));

const whole = (text: string): bigint => BigInt(text.replaceAll(',', ''));

describe('the published trading rules', () => {
  for (const text of sections) {
    const title = text.slice(0, text.indexOf('\n'));
    const examples = [...text.matchAll(/^```example\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block.trim());
    it.each(
      examples.map((block, index) => [index + 1, block] as const),
    )(`hold on the house venue: ${title}, example %i`, async (_, block) => {
      expect(await playExample(block)).toEqual(block.split('\n'));
    });
  }

  it('have an example for each thing that an order can do', () => {
    expect(rules.match(/^```example$/gm)?.length).toBeGreaterThan(20);
  });

  it('give the states of an order as the state table has them', () => {
    const told = new Map<string, string[]>();
    for (const [names = '', , next = ''] of rowsOf(section('The life of an order')).slice(1)) {
      for (const name of names.split(', ')) told.set(name, next === '' ? [] : next.split(', ').sort());
    }
    const table = Object.entries(orderStatusTable.next) as readonly (readonly [OrderStatus, readonly OrderStatus[]])[];
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(table.map(([status, next]) => [status, [...next].sort()])));
  });

  it('give the margin brackets and margins of perpetuals as backtests have them', () => {
    const rows = rowsOf(section('Linear perpetuals'));
    const brackets = rows
      .filter((row) => row.length === 4 && row[0] !== 'notional up to')
      .map(([cap = '', leverage, rate = '', cum = '']) => ({
        cap: whole(cap),
        maxLeverage: Number(leverage),
        mmrPpm: BigInt(Math.round(Number(rate.replace(' %', '')) * 10_000)),
        cum: whole(cum),
      }));
    expect(brackets).toEqual(standardBrackets);
    const margins = rows.filter((row) => row.length === 2 && row[0] !== 'notional');
    expect(margins).toHaveLength(4);
    for (const [notional = '', margin = ''] of margins) expect(maintenanceMargin(whole(notional), 1n)).toBe(whole(margin));
  });

  it('say where the margin of a perpetual breaks: balance and maintenance margin meet there', () => {
    const one = 1_000_000n;
    const rows = rowsOf(section('Linear perpetuals')).filter(([position]) => /^(long|short) /.test(position ?? ''));
    expect(rows).toHaveLength(2);
    for (const [position = '', account = '', price = ''] of rows) {
      const [way, qty, , entry = ''] = position.split(' ');
      const wallet = whole(account.split(', ')[1] ?? '') * one;
      const breaksAt = BigInt(Math.round(Number(price.replaceAll(',', '')) * Number(one)));
      const side = way === 'long' ? BigInt(qty ?? '') : -BigInt(qty ?? '');
      const spare = (mark: bigint): bigint => {
        const notional = mark * BigInt(qty ?? '');
        return wallet + side * (mark - whole(entry) * one) - maintenanceMargin(notional, one);
      };
      const step = way === 'long' ? 1_000n : -1_000n;
      expect([spare(breaksAt + step) > 0n, spare(breaksAt - step) < 0n]).toEqual([true, true]);
    }
  });

  it('give the average cost of a holding as the positions do', () => {
    let holding = noHolding;
    const rows = rowsOf(section('Average cost')).slice(1);
    expect(rows).toHaveLength(3);
    for (const [trade = '', qty, average, profit] of rows) {
      const [verb = '', size = '', , price = ''] = trade.split(' ');
      const { after, close } = applyFill(holding, { side: verb === 'buy' ? 'BUY' : 'SELL', qty: size, price, fee: '0' });
      expect([after.qty, averageCost(after, 8), close?.realised ?? '']).toEqual([qty, average, profit]);
      holding = after;
    }
  });
});
