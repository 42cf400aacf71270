import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { BacktestRun } from '../../../core/contract/backtest-runs.ts';
import { parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { MarketNames, NamedSchema, RunNames } from '../../../core/report/param-rows.ts';
import type { NamedStrategy } from '../../../core/report/report-of-run.ts';
import { splitKey } from '../../../core/ui/index.ts';
import type { Services } from '../requires.ts';
import { denialText } from './denial-list.tsx';
import { namespace } from './runs-store.ts';

/** A run's strategy, fields and markets by the names that people know them by; a withdrawn strategy has its keys alone. */
export function useRunNames(
  { strategies, markets, texts }: Services,
  run: BacktestRun,
): { readonly strategy: NamedStrategy; readonly names: RunNames } {
  const key = run.choice.strategy;
  const template = strategies.template(key);
  const { i18n } = useTranslation(template?.plugin ?? namespace);
  return useMemo(() => {
    const text = (key: string, word: string): string => {
      const { namespace: ns, key: name } = splitKey(key);
      return i18n.t(name, { ns, defaultValue: word });
    };
    return {
      strategy: { title: template === null ? key : text(template.title, key), schema: (template?.schema ?? {}) as NamedSchema },
      names: {
        language: i18n.language,
        text,
        market: (id) => marketNames(markets, id),
        error: (code, params) => denialText({ code, params }, texts),
      },
    };
  }, [template, key, i18n, markets, texts]);
}

/** As tables name it. A recorded market that is not open here has its symbol alone. */
function marketNames(markets: Services['markets'], id: string): MarketNames {
  const { symbol, exchange } = parseInstrumentId(id) ?? { symbol: id, exchange: '' };
  const { base, quote } = markets.instrument(id) ?? { base: '', quote: '' };
  return { name: `${base === '' ? symbol : `${base}/${quote}`} ${markets.exchangeTitle(exchange)}`.trim(), base, quote };
}
