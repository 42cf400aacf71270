import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { AccountKey } from '../../../core/domain/accounts/account-key.ts';
import type { AccountFees, ChargedFees, FeeChange } from '../../../core/domain/accounts/fee-schedule.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { toUnits } from '../../../core/domain/numbers/decimal.ts';
import type { AddInstrument, Command } from '../../engine/command.ts';
import { sharedFee, sharesOf, wholePpm } from '../../engine/money/fees.ts';
import { formatUnits } from '../scaled-number.ts';
import type { AccountTier } from './directory-content.ts';
import type { EngineVenueParts } from './engine-venue.ts';
import { sendCommand } from './send-command.ts';

const ppmScale = 6;

/** Parts per million as a fraction. */
const fractionOf = (ppm: number): string => formatUnits(BigInt(ppm), ppmScale);

/** What a venue on the engine charges: by its markets, by the tiers of its schedule and by what each account is let off. */
export class VenueFees {
  readonly #parts: Pick<EngineVenueParts, 'options' | 'host' | 'engine' | 'instruments' | 'vipLevelOf'>;

  constructor(parts: Pick<EngineVenueParts, 'options' | 'host' | 'engine' | 'instruments' | 'vipLevelOf'>) {
    this.#parts = parts;
  }

  /** Puts the account into the tier of its user's level; what it is let off beside stays. */
  async setTier(key: AccountKey): Promise<void> {
    const { directory } = this.#parts.engine;
    const { exchange } = this.#parts.options;
    const account = directory.indexOf(key) as number;
    const level = await this.#parts.vipLevelOf(key.apiId);
    const tier = Math.max(0, Math.min(level, directory.feeTiers.length - 1));
    const { tier: before, discountPpm } = directory.accountTiers[account] as AccountTier;
    if (before === tier) return;
    const { rejected } = await this.#parts.host.submit({ type: 'SET_ACCOUNT_FEES', account, tier, discountPpm });
    if (rejected !== undefined) throw new Error(`${exchange} takes no tier ${tier} for account ${key.apiId}: ${rejected.field}`);
  }

  of(key: AccountKey, id: InstrumentId): AccountFees | null {
    const { engine, instruments } = this.#parts;
    const { directory } = engine;
    const [account, instrument] = [directory.indexOf(key), instruments.indexOf(id)];
    if (account === undefined || instrument === undefined) return null;
    const { makerFeePpm, takerFeePpm } = directory.instruments[instrument] as AddInstrument;
    const { tier, discountPpm } = directory.accountTiers[account] as AccountTier;
    const { makerSharePpm, takerSharePpm } = sharesOf(directory.feeTiers, { tier, discountPpm });
    return {
      makerFee: fractionOf(sharedFee(makerFeePpm, makerSharePpm)),
      takerFee: fractionOf(sharedFee(takerFeePpm, takerSharePpm)),
      ...{ tier, discount: fractionOf(discountPpm) },
    };
  }

  /** The schedule of now, and whom something is let off. */
  charged(): ChargedFees {
    const { keys, feeTiers, accountTiers } = this.#parts.engine.directory;
    return {
      tiers: feeTiers.map(({ makerSharePpm, takerSharePpm }) => ({
        makerShare: fractionOf(makerSharePpm),
        takerShare: fractionOf(takerSharePpm),
      })),
      discounts: accountTiers.flatMap(({ tier, discountPpm }, index) => {
        const account = keys[index] ?? null;
        return account === null || discountPpm === 0 ? [] : [{ account, tier, discount: fractionOf(discountPpm) }];
      }),
    };
  }

  /** Answers with what was charged before. */
  async change(change: FeeChange): Promise<Outcome<FeeChange>> {
    const { directory } = this.#parts.engine;
    switch (change.of) {
      case 'market': {
        const instrument = this.#parts.instruments.indexOf(change.instrumentId);
        if (instrument === undefined) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: change.instrumentId });
        const { makerFeePpm, takerFeePpm } = directory.instruments[instrument] as AddInstrument;
        const before = { ...change, makerFee: fractionOf(makerFeePpm), takerFee: fractionOf(takerFeePpm) };
        return this.#send(before, { makerFee: change.makerFee, takerFee: change.takerFee }, ([maker, taker]) => ({
          ...({ type: 'CHANGE_INSTRUMENT_FEES', instrument } as const),
          ...{ makerFeePpm: maker, takerFeePpm: taker },
        }));
      }
      case 'tier': {
        const { tier } = change;
        const now = directory.feeTiers[tier];
        if (now === undefined) return refused('REQUEST_INVALID', { field: 'tier', rule: 'must be a tier of the exchange' });
        const before = { ...change, makerShare: fractionOf(now.makerSharePpm), takerShare: fractionOf(now.takerSharePpm) };
        return this.#send(before, { makerShare: change.makerShare, takerShare: change.takerShare }, ([maker, taker]) => ({
          ...({ type: 'CHANGE_FEE_TIER', tier } as const),
          ...{ makerSharePpm: maker, takerSharePpm: taker },
        }));
      }
      case 'account': {
        const account = directory.indexOf(change.account);
        if (account === undefined) return refused('ACCESS_ACCOUNT', { apiId: change.account.apiId });
        const { tier, discountPpm } = directory.accountTiers[account] as AccountTier;
        const before = { ...change, discount: fractionOf(discountPpm) };
        return this.#send(before, { discount: change.discount }, ([ppm]) => ({
          ...({ type: 'SET_ACCOUNT_FEES', account, tier } as const),
          discountPpm: ppm,
        }));
      }
    }
  }

  /** Refused by the name of the first fraction that is none. */
  async #send(
    before: FeeChange,
    fractions: Readonly<Record<string, string>>,
    command: (ppm: readonly [number, number]) => Command,
  ): Promise<Outcome<FeeChange>> {
    const ppm: number[] = [];
    for (const [field, text] of Object.entries(fractions)) {
      const units = toUnits(text, ppmScale);
      if (units === null) return refused('REQUEST_INVALID', { field, rule: `must have ${ppmScale} decimals at most` });
      if (units < 0n || units > BigInt(wholePpm)) return refused('REQUEST_INVALID', { field, rule: 'must be from 0 to 1' });
      ppm.push(Number(units));
    }
    const sent = await sendCommand(this.#parts.options.exchange, this.#parts.host, command([ppm[0] as number, ppm[1] ?? 0]));
    if (!sent.ok) return sent;
    const { rejected } = sent.value;
    return rejected === undefined ? accepted(before) : refused('REQUEST_INVALID', { field: rejected.field, rule: rejected.reason });
  }
}
