import type { Messages } from '../../core/contract/messages.ts';
import type { HouseMoney } from '../../core/contract/money.ts';
import type { HouseRisk } from '../../core/contract/risk.ts';
import type { JobTerms } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Language } from '../../core/domain/language.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import { exposures, inCents } from './exposure.ts';
import type { LimitTable } from './limit-table.ts';
import { allBreaches, type LimitBreach } from './limits.ts';
import { texts } from './texts.ts';

interface AlertParts {
  readonly risk: Pick<HouseRisk, 'accounts' | 'strategyHoldings'>;
  readonly money: Pick<HouseMoney, 'prices'>;
  readonly limits: LimitTable;
  readonly messages: Pick<Messages, 'sendToRole'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Judges limits, and tells people of risk of each that is passed, once until it is kept again. */
export const limitJob = ({ risk, money, limits, messages, clock }: AlertParts): JobTerms => ({
  id: 'judge-limits',
  everyMs: 10_000,
  firstAfterMs: 5_000,
  run: async () => {
    const set = await limits.all();
    const breaches = set.length === 0 ? [] : allBreaches(exposures(await risk.accounts(), risk.strategyHoldings(), money.prices()), set);
    const timeMs = clock.nowMs();
    await limits.settle(breaches, timeMs, (breach, sql) =>
      messages.sendToRole(
        'risk',
        { kind: 'system', about: 'system', title: wordsOf(breach, 'title'), body: wordsOf(breach, 'body'), timeMs },
        sql,
      ),
    );
  },
});

/** What a breach is called in each language. */
export const wordsOf =
  ({ kind, key, measure, limit, value }: LimitBreach, part: 'title' | 'body') =>
  (language: Language): string => {
    const said = texts[language];
    const what = fillText(said[`kind.${kind}`], { key });
    return fillText(said[`alert.${part}`], { what, measure: said[`measure.${measure}`], value: inCents(value), limit });
  };
