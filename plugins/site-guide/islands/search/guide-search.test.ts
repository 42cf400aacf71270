import { describe, expect, it } from 'vitest';
import { excerptOf, GuideSearch, partsOf, wordsOf } from './guide-search.ts';
import { sectionsOf } from './sections.ts';

const orders = `# Placing orders

The order ticket.

## Time in force {#time}

An order **rests** until it is [canceled](orders.md).

\`\`\`sh
# no heading
\`\`\`

## Pairs {#pairs}

A take profit and a stop: when one trades, the other is canceled.
`;
const chart = '# The chart\n\nCandles and orders.\n';
const search = new GuideSearch({ 'chapters/en/trader/orders.md': orders, 'chapters/en/trader/chart.md': chart });
const found = (question: string) => search.find(question, 5).map(({ id }) => id);

describe('the search of the guide', () => {
  it('finds the section, headings first, by beginnings of words and with a slip of the pen', () => {
    expect(found('pairs')).toEqual(['trader/orders#pairs']);
    expect(found('canc stop')).toEqual(['trader/orders#pairs']);
    expect(found('candels')).toEqual(['trader/chart']);
    expect(found('order')[0]).toBe('trader/orders');
    expect(found('nothing of it')).toEqual([]);
  });

  it('reads sections without their marks, and code as no heading', () => {
    expect(sectionsOf('trader/orders', orders).map(({ title }) => title)).toEqual(['Placing orders', 'Time in force', 'Pairs']);
    expect(sectionsOf('trader/orders', orders)[1]?.text).toBe('An order rests until it is canceled. # no heading');
  });

  it('takes Chinese by pairs of letters, so that a word is found inside a sentence', () => {
    expect(wordsOf('撤销委托, GTC')).toEqual(['撤销', '销委', '委托', 'GTC']);
    const chinese = new GuideSearch({ 'a/b.md': '# 下单\n\n一直挂单，直到成交或撤销。\n', 'a/c.md': '# 图表\n\n画线与指标。\n' });
    expect(chinese.find('撤销', 5).map(({ id }) => id)).toEqual(['a/b']);
    expect(chinese.find('图', 5).map(({ id }) => id)).toEqual(['a/c']);
  });

  it('takes a whole question, and one of which a word is nowhere in the guide', () => {
    expect(found('How do I place a take profit?')).toEqual(['trader/orders#pairs']);
    expect(found('trailing stop')[0]).toBe('trader/orders#pairs');
    const chinese = new GuideSearch({ 'a/b.md': '# 市价止损\n\n等价格到达触发价。\n', 'a/c.md': '# 图表\n\n画线与指标，如何保存。\n' });
    expect(chinese.find('如何下止损单', 5).map(({ id }) => id)).toEqual(['a/b']);
    expect(partsOf('市价止损', '止损单').at(-1)).toEqual({ text: '止损', isHit: true });
    expect(partsOf('A stop', 'how do I place a stop').filter(({ isHit }) => isHit)).toEqual([{ text: 'stop', isHit: true }]);
  });

  it('marks what was looked for, whatever its letters mean to patterns, and shows the place where it stands', () => {
    expect(partsOf('Stop orders', 'order')).toEqual([
      { text: 'Stop ', isHit: false },
      { text: 'order', isHit: true },
      { text: 's', isHit: false },
    ]);
    expect(partsOf('a (b', '(')).toEqual([{ text: 'a (b', isHit: false }]);
    const excerpt = excerptOf(`${'word '.repeat(60)}needle and more ${'word '.repeat(60)}`, 'needle', 80);
    expect(excerpt).toMatch(/^…word .*needle and more .*…$/);
  });
});
