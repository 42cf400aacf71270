import type { AuditLog, AuditValue } from '../../core/contract/audit.ts';
import type { Messages } from '../../core/contract/messages.ts';
import type { HouseMoney, OverseenAccount } from '../../core/contract/money.ts';
import type { HouseRisk } from '../../core/contract/risk.ts';
import type { JobTerms, Sql } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Language } from '../../core/domain/language.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import { Turns } from '../../core/domain/turns.ts';
import { counted, exposures, inCents } from './exposure.ts';
import type { LimitTable } from './limit-table.ts';
import { allBreaches, idOf, type LimitBreach } from './limits.ts';
import { texts } from './texts.ts';

interface JudgeParts {
  readonly risk: Pick<HouseRisk, 'accounts' | 'strategyHoldings' | 'bar'>;
  readonly money: Pick<HouseMoney, 'prices'>;
  readonly limits: LimitTable;
  readonly messages: Pick<Messages, 'sendToRole'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Judges limits: people of risk are told of each that is passed, once until it is kept again, and what refuses is refused from then on. */
export class LimitJudge {
  readonly #parts: JudgeParts;
  /** What was judged earlier never takes the place of what was judged later. */
  readonly #turns = new Turns();

  constructor(parts: JudgeParts) {
    this.#parts = parts;
  }

  /** Refuses what was refused before a restart, until there are prices to judge by. */
  async open(): Promise<void> {
    const { risk, limits } = this.#parts;
    risk.bar((await limits.barred()).map(shown));
  }

  job(): JobTerms {
    return { id: 'judge-limits', everyMs: 10_000, firstAfterMs: 5_000, run: () => this.judge() };
  }

  judge(): Promise<void> {
    return this.#turns.take(async () => {
      const { risk, money, limits, messages, audit, clock } = this.#parts;
      const set = await limits.all();
      const prices = money.prices();
      // Right after a start nobody knows what anything is worth: what is not known lifts nothing.
      if (set.length > 0 && Object.keys(prices).every((asset) => asset === counted)) return this.open();
      const accounts = set.length === 0 ? [] : await risk.accounts();
      const sums = set.length === 0 ? [] : exposures(accounts, risk.strategyHoldings(), prices);
      const passed = allBreaches(sums, set);
      // What has lost its price is worth something still: with it gone from a sum, this falls below its limit and is no less than before.
      const unseen = new Set(sums.filter(({ unknown }) => unknown.length > 0).map(idOf));
      const isPassed = (one: LimitBreach): boolean => passed.some((now) => idOf(now) === idOf(one) && now.measure === one.measure);
      const breaches = [...passed, ...(await limits.barred()).filter((one) => unseen.has(idOf(one)) && !isPassed(one))];
      const timeMs = clock.nowMs();
      const note = (action: string, { kind, key }: Pick<LimitBreach, 'kind' | 'key'>, after: AuditValue, sql: Sql): Promise<void> =>
        audit.append({ actor: 'system', action, subject: `${kind}/${key}`, reason: null, before: null, after }, sql);
      await limits.settle(breaches, timeMs, {
        passed: async (breach, sql) => {
          const called = { ...breach, key: nameOf(breach, accounts) };
          const told = { title: wordsOf(called, 'title'), body: wordsOf(called, 'body'), timeMs };
          await messages.sendToRole('risk', { kind: 'system', about: 'system', ...told }, sql);
          const { measure, limit, value } = breach;
          if (breach.refuses) await note('risk.orders-barred', breach, { measure, limit, value: inCents(value) }, sql);
        },
        kept: async (one, sql) => {
          const limit = set.find(({ kind, key }) => kind === one.kind && key === one.key);
          if (limit?.refuses === true) await note('risk.orders-allowed', limit, { measure: one.measure }, sql);
        },
      });
      risk.bar(breaches.filter(({ refuses }) => refuses).map(shown));
    });
  }
}

const shown = (one: LimitBreach): LimitBreach => ({ ...one, value: inCents(one.value) });

/** An account by whose it is and what he calls it: a number says nothing to whoever is told. */
function nameOf({ kind, key }: Pick<LimitBreach, 'kind' | 'key'>, accounts: readonly OverseenAccount[]): string {
  const account = kind === 'account' ? accounts.find(({ apiId }) => String(apiId) === key) : undefined;
  return account === undefined ? key : `${account.username} · ${account.name}`;
}

/** What a breach is called in each language. */
export const wordsOf =
  ({ kind, key, measure, limit, value, refuses }: LimitBreach, part: 'title' | 'body') =>
  (language: Language): string => {
    const said = texts[language];
    const what = fillText(said[`kind.${kind}`], { key });
    const text = fillText(said[`alert.${part}`], { what, measure: said[`measure.${measure}`], value: inCents(value), limit });
    return part === 'body' && refuses ? `${text}${said['alert.refuses']}` : text;
  };
