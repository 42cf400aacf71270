import type { AuditLog, AuditValue } from '../../core/contract/audit.ts';
import type { Messages } from '../../core/contract/messages.ts';
import type { HouseMoney, OverseenAccount } from '../../core/contract/money.ts';
import type { HouseRisk } from '../../core/contract/risk.ts';
import type { JobTerms, Sql } from '../../core/contract/server-contributions.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import { type Language, languages } from '../../core/domain/language.ts';
import { formatDecimal } from '../../core/domain/numbers/number-text.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import { Turns } from '../../core/domain/turns.ts';
import { type ExposureSum, exposures, inCents } from './exposure.ts';
import type { LimitNews, LimitTable } from './limit-table.ts';
import { allBreaches, idOf, type LimitBreach } from './limits.ts';
import { texts } from './texts.ts';

interface JudgeParts {
  readonly risk: Pick<HouseRisk, 'accounts' | 'strategyHoldings' | 'strategyTitle' | 'bar'>;
  readonly money: Pick<HouseMoney, 'prices' | 'exchangeTitle'>;
  readonly limits: LimitTable;
  readonly messages: Pick<Messages, 'sendToRole'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Judges limits: people of risk are told of each that is passed, once until it is kept again, and what refuses is refused from then on. */
export class LimitJudge {
  readonly #parts: JudgeParts;
  /** What was judged earlier never takes the place of what was judged later. */
  readonly #turns = new Turns();

  constructor(parts: JudgeParts) {
    this.#parts = parts;
  }

  /** Refuses what was refused before a restart, until it is judged again. */
  async open(): Promise<void> {
    this.#bar(await this.#parts.limits.standing());
  }

  job(): JobTerms {
    return { id: 'judge-limits', everyMs: 10_000, firstAfterMs: 5_000, run: () => this.judge() };
  }

  /** Judges a limit that was set just now. What is saved stays so where that fails, and the job, which runs every ten seconds, judges it. */
  async judgeSaved(): Promise<void> {
    try {
      await this.judge();
    } catch (err) {
      this.#parts.logger.warn({ err }, 'a limit that is saved could not be judged at once');
    }
  }

  judge(): Promise<void> {
    return this.#turns.take(async () => {
      const { risk, money, limits, clock } = this.#parts;
      const set = await limits.all();
      const accounts = set.length === 0 ? [] : await risk.accounts();
      const sums = set.length === 0 ? [] : exposures(accounts, risk.strategyHoldings(), money.prices());
      const passed = allBreaches(sums, set);
      const breaches = [...passed, ...unknownStill(await limits.standing(), passed, sums)];
      await limits.settle(breaches, clock.nowMs(), this.#news(accounts));
      this.#bar(breaches);
    });
  }

  #bar(breaches: readonly LimitBreach[]): void {
    this.#parts.risk.bar(breaches.filter(({ refuses }) => refuses).map((one) => ({ ...one, value: inCents(one.value) })));
  }

  #news(accounts: readonly OverseenAccount[]): LimitNews {
    const { risk, money, messages, audit, clock } = this.#parts;
    const note = (action: string, { kind, key }: Pick<LimitBreach, 'kind' | 'key'>, after: AuditValue, sql: Sql): Promise<void> =>
      audit.append({ actor: 'system', action, subject: `${kind}/${key}`, reason: null, before: null, after }, sql);
    return {
      passed: async (breach, sql) => {
        const name = await nameOf(breach, { accounts, risk, money });
        const told = { title: wordsOf(breach, name, 'title'), body: wordsOf(breach, name, 'body'), timeMs: clock.nowMs() };
        await messages.sendToRole('risk', { kind: 'system', about: 'system', ...told }, sql);
      },
      barred: (breach, sql) => {
        const { measure, limit, value } = breach;
        return note('risk.orders-barred', breach, { measure, limit, value: inCents(value) }, sql);
      },
      allowed: (one, sql) => note('risk.orders-allowed', one, { measure: one.measure }, sql),
    };
  }
}

/**
 * What stood above its limit, and of which part is of no known worth now, as all is right after a start: what is not known brings nothing back
 * within its limit.
 */
function unknownStill(
  standing: readonly LimitBreach[],
  passed: readonly LimitBreach[],
  sums: readonly ExposureSum[],
): readonly LimitBreach[] {
  const unknown = new Set(sums.flatMap((sum) => (sum.unknown.length > 0 ? [idOf(sum)] : [])));
  return standing.filter(
    (one) => unknown.has(idOf(one)) && !passed.some((other) => idOf(other) === idOf(one) && other.measure === one.measure),
  );
}

interface Named {
  readonly accounts: readonly OverseenAccount[];
  readonly risk: Pick<HouseRisk, 'strategyTitle'>;
  readonly money: Pick<HouseMoney, 'exchangeTitle'>;
}

/** What it is called in each language, an account by whose it is and what he calls it: numbers and keys say nothing to whoever is told. */
async function nameOf({ kind, key }: Pick<LimitBreach, 'kind' | 'key'>, { accounts, risk, money }: Named): Promise<MessageName> {
  if (kind === 'strategy') {
    const titles = await Promise.all(languages.map(async (language) => [language, await risk.strategyTitle(key, language)] as const));
    const byLanguage = new Map(titles);
    return (language) => byLanguage.get(language) ?? key;
  }
  if (kind === 'exchange') return () => money.exchangeTitle(key);
  const account = kind === 'account' ? accounts.find(({ apiId }) => String(apiId) === key) : undefined;
  return () => (account === undefined ? key : `${account.username} · ${account.name}`);
}

type MessageName = (language: Language) => string;

/** What a breach is called in each language. */
export const wordsOf =
  ({ kind, measure, limit, value, refuses }: LimitBreach, name: MessageName, part: 'title' | 'body') =>
  (language: Language): string => {
    const said = texts[language];
    const what = fillText(said[`kind.${kind}`], { key: name(language) });
    const text = fillText(said[`alert.${part}`], {
      what,
      measure: said[`measure.${measure}`],
      value: formatDecimal(inCents(value)),
      limit: formatDecimal(limit),
    });
    return part === 'body' && refuses ? `${text}${said['alert.refuses']}` : text;
  };
