import { useEffect, useState } from 'react';
import type { Api } from '../../contract/client-services.ts';
import type { ApiId } from '../../contract/trading.ts';
import { marketsOfParams } from '../../domain/accounts/markets-of-params.ts';
import { type InstrumentId, parseInstrumentId } from '../../domain/markets/instrument.ts';
import { compareDecimals } from '../../domain/numbers/decimal.ts';
import { percentText } from '../../domain/numbers/number-text.ts';

/** What one account pays in one market. */
interface AccountRate {
  readonly apiId: ApiId;
  readonly instrumentId: InstrumentId;
  readonly makerFee: string;
  readonly takerFee: string;
  readonly tier: number;
  readonly discount: string;
}

/** A rate for people. */
export interface ShownRate {
  readonly market: string;
  readonly maker: string;
  readonly taker: string;
  readonly tier: number;
  /** Empty where there is none. */
  readonly discount: string;
}

interface AccountRatesProps {
  readonly api: Pick<Api, 'call'>;
  /** Of a strategy, with markets and accounts in them. */
  readonly params: unknown;
  /** The sentence for one of them, with the rates in percent; without a discount that is empty. */
  readonly text: (rate: ShownRate) => string;
  readonly className?: string | undefined;
}

/** What the accounts of a form pay, a line for each of its markets; nothing while nobody has said so. */
export function AccountRates({ api, params, text, className }: AccountRatesProps) {
  const [rates, setRates] = useState<readonly AccountRate[]>([]);
  const traded = marketsOfParams(params).filter(({ apiId }) => apiId !== null);
  const asked = traded.map(({ instrumentId }) => instrumentId).join(',');
  useEffect(() => {
    let left = false;
    void ratesIn(api, asked === '' ? [] : asked.split(',')).then((found) => {
      if (!left) setRates(found);
    });
    return () => {
      left = true;
    };
  }, [api, asked]);
  const shown = traded.flatMap(
    (one) => rates.find(({ apiId, instrumentId }) => apiId === one.apiId && instrumentId === one.instrumentId) ?? [],
  );
  if (shown.length === 0) return null;
  return (
    <ul className={className}>
      {shown.map((rate) => (
        <li key={`${rate.apiId} ${rate.instrumentId}`}>{text(shownRate(rate))}</li>
      ))}
    </ul>
  );
}

const shownRate = ({ instrumentId, makerFee, takerFee, tier, discount }: AccountRate): ShownRate => ({
  market: parseInstrumentId(instrumentId)?.symbol ?? instrumentId,
  maker: percentText(makerFee),
  taker: percentText(takerFee),
  tier,
  discount: compareDecimals(discount, '0') === 0 ? '' : percentText(discount),
});

async function ratesIn(api: Pick<Api, 'call'>, markets: readonly InstrumentId[]): Promise<readonly AccountRate[]> {
  const replies = await Promise.all(
    markets.map(async (id) => {
      const key = parseInstrumentId(id);
      if (key === null) return [];
      const reply = await api.call('accountFees', { query: { symbol: key.symbol, accountType: key.accountType } });
      return reply.ok ? reply.value.filter(({ instrumentId }) => instrumentId === id) : [];
    }),
  );
  return replies.flat();
}
