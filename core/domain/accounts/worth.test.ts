import { describe, expect, it } from 'vitest';
import { worthIn, worthUnit } from './worth.ts';

const prices = { USDT: '1', USDC: '0.5', BTC: '50000', NIL: '0' };

describe('what money is shown in', () => {
  it('is exact to the twentieth decimal, and nothing where there is no price', () => {
    expect([worthIn('1', '3'), worthIn('5', undefined), worthIn('-5', '2')]).toEqual(['0.33333333333333333333', null, '-2.5']);
  });

  it('is the reader’s currency, and USDT where nobody knows what that is worth', () => {
    const shown = (currency: string) => {
      const { of, ...unit } = worthUnit(currency, prices);
      return { ...unit, hundred: of('100') };
    };
    expect(shown('BTC')).toEqual({ currency: 'BTC', decimals: 8, hundred: '0.002' });
    expect(shown('USDC')).toEqual({ currency: 'USDC', decimals: 2, hundred: '200' });
    for (const unknown of ['ODD', 'NIL', 'USDT', 'constructor', '__proto__', 'toString'])
      expect(shown(unknown), unknown).toEqual({ currency: 'USDT', decimals: 2, hundred: '100' });
  });
});
