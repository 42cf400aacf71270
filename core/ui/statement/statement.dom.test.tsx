import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import texts from '../../../locales/en/ui.json';
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import { accepted } from '../../contract/app-error.ts';
import { Statement, type StatementRow } from './statement.tsx';

let screen: Rendered;
afterEach(() => screen.close());

it('tells what brought or took money from transfers between accounts, and what was there after each line', async () => {
  const line = (changes: Partial<StatementRow>): StatementRow => ({
    ...{ timeMs: 0, kind: 'TRANSFER', reference: 'r', asset: 'USDT', amount: '5', balance: '105', movement: null },
    ...changes,
  });
  const results = [
    line({ amount: '-5', balance: '100' }),
    line({ movement: 'deposit', reference: 'demo-1-USDT' }),
    line({ movement: 'withdrawal', amount: '-1.5', balance: undefined }),
    line({ movement: 'bonus' }),
    line({ movement: 'adjustment', amount: '-2' }),
    line({ kind: 'TRADE' }),
  ];
  await act(async () => {
    screen = await render(
      <Statement
        apiId={1}
        told=""
        read={async () => accepted({ results, next: null })}
        download={async () => null}
        fileName="statement"
        onFailure={() => undefined}
      />,
      { ui: texts },
    );
  });
  const cells = [...screen.container.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].slice(1).map((cell) => cell.textContent),
  );
  expect(cells).toEqual([
    ['Transfer', '−5 USDT', '100', 'r'],
    ['Deposit', '5 USDT', '105', 'demo-1-USDT'],
    ['Withdrawal', '−1.5 USDT', '–', 'r'],
    ['Bonus', '5 USDT', '105', 'r'],
    ['Adjustment', '−2 USDT', '105', 'r'],
    ['Trade', '5 USDT', '105', 'r'],
  ]);
});
