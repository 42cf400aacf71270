import type { ChangeFeeTier, ChangeInstrumentFees, SetAccountFees, SetFeeTier } from '../command.ts';
import type { EngineState } from '../engine-state.ts';

/** Parts per million that are the whole. */
export const wholePpm = 1_000_000;

/** What accounts of a tier pay of an instrument's fees, in parts per million. */
export interface FeeTier {
  readonly makerSharePpm: number;
  readonly takerSharePpm: number;
}

/** What one account pays of an instrument's fees. The shares follow from tier and discount; they are kept because every fill asks. */
export interface AccountFeeShares {
  tier: number;
  discountPpm: number;
  makerSharePpm: number;
  takerSharePpm: number;
}

export const fullFees = (): AccountFeeShares => ({ tier: 0, discountPpm: 0, makerSharePpm: wholePpm, takerSharePpm: wholePpm });

/** An instrument's fee as one account pays it, in parts per million; a part of one counts whole. Both factors are at most a million. */
export const sharedFee = (feePpm: number, sharePpm: number): number =>
  sharePpm === wholePpm ? feePpm : Math.ceil((feePpm * sharePpm) / wholePpm);

/** What an account of this tier and discount pays of an instrument's fees. */
export function sharesOf(tiers: readonly FeeTier[], { tier, discountPpm }: Pick<AccountFeeShares, 'tier' | 'discountPpm'>): FeeTier {
  const shares = tiers[tier];
  const paidPpm = wholePpm - discountPpm;
  return {
    makerSharePpm: sharedFee(shares?.makerSharePpm ?? wholePpm, paidPpm),
    takerSharePpm: sharedFee(shares?.takerSharePpm ?? wholePpm, paidPpm),
  };
}

/** Sets the shares by the account's tier and discount. */
export const setShares = (state: EngineState, fees: AccountFeeShares): void => {
  Object.assign(fees, sharesOf(state.feeTiers, fees));
};

/** Runs SET_FEE_TIER: the accounts of a tier that changes pay by it from their next fill on. */
export function setFeeTier(state: EngineState, { tier, makerSharePpm, takerSharePpm }: SetFeeTier): void {
  const { feeTiers, accounts } = state;
  if (!isPlace(tier, feeTiers.length + 1)) state.reject('NOT_SUPPORTED', 'tier', feeTiers.length);
  else if (!isShare(makerSharePpm)) state.reject('NOT_SUPPORTED', 'makerSharePpm', wholePpm);
  else if (!isShare(takerSharePpm)) state.reject('NOT_SUPPORTED', 'takerSharePpm', wholePpm);
  else {
    feeTiers[tier] = { makerSharePpm, takerSharePpm };
    for (const { fees } of accounts) if (fees.tier === tier) setShares(state, fees);
  }
}

/** Runs CHANGE_FEE_TIER: as SET_FEE_TIER, of a tier that exists. */
export function changeFeeTier(state: EngineState, command: ChangeFeeTier): void {
  if (!isPlace(command.tier, state.feeTiers.length)) state.reject('NOT_SUPPORTED', 'tier', state.feeTiers.length - 1);
  else setFeeTier(state, { ...command, type: 'SET_FEE_TIER' });
}

/** Runs CHANGE_INSTRUMENT_FEES. */
export function changeInstrumentFees(state: EngineState, { instrument: index, makerFeePpm, takerFeePpm }: ChangeInstrumentFees): void {
  const instrument = state.instruments[index];
  if (instrument === undefined) state.reject('UNKNOWN_INSTRUMENT', 'instrument');
  else if (!isShare(makerFeePpm)) state.reject('NOT_SUPPORTED', 'makerFeePpm', wholePpm);
  else if (!isShare(takerFeePpm)) state.reject('NOT_SUPPORTED', 'takerFeePpm', wholePpm);
  else instrument.change({ ...instrument.terms, makerFeePpm, takerFeePpm });
}

/** Runs SET_ACCOUNT_FEES. The first tier is there without a schedule. */
export function setAccountFees(state: EngineState, { account, tier, discountPpm }: SetAccountFees): void {
  const fees = state.accounts[account]?.fees;
  const tiers = Math.max(1, state.feeTiers.length);
  if (fees === undefined) state.reject('UNKNOWN_ACCOUNT', 'account');
  else if (!isPlace(tier, tiers)) state.reject('NOT_SUPPORTED', 'tier', tiers - 1);
  else if (!isShare(discountPpm)) state.reject('NOT_SUPPORTED', 'discountPpm', wholePpm);
  else {
    fees.tier = tier;
    fees.discountPpm = discountPpm;
    setShares(state, fees);
  }
}

const isPlace = (value: number, count: number): boolean => Number.isInteger(value) && value >= 0 && value < count;

const isShare = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= wholePpm;
