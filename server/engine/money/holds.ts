import { type Amount, toAmount } from '../../../core/domain/clearing/amount.ts';
import type { HoldFunds, ReleaseHold } from '../command.ts';
import type { EngineState } from '../engine-state.ts';
import type { AccountRules } from '../rules/account-rules.ts';
import { systemAccounts } from '../sink.ts';
import { holdFor, isHold, transferContent } from './transfer-references.ts';

/** Money of an account that nothing but the transfer of its reference takes, in minor units. */
export interface EngineHold {
  readonly reference: string;
  readonly account: number;
  readonly asset: number;
  readonly amount: bigint;
}

/**
 * Runs HOLD. The wallet keeps it as it keeps what orders need, and the reference stands for it until the transfer to the outside world of the same
 * name takes it, or RELEASE_HOLD lets it go; so a hold is never there twice and never half.
 */
export function holdFunds(state: EngineState, { account, asset, amount, reference }: HoldFunds): void {
  const hold = holdFor(transferContent({ type: 'TRANSFER', from: account, to: systemAccounts.external, asset, amount, reference }));
  const known = state.references.find(reference);
  if (known === hold) state.sink.repeated(0);
  else if (known !== undefined) state.reject('DUPLICATE_REFERENCE', 'reference', reference);
  else if (state.accounts[account] === undefined) state.reject('UNKNOWN_ACCOUNT', 'account');
  // Margin is measured at the whole wallet: there nothing could be kept back.
  else if (rulesOf(state, account)?.hasPositions === true) state.reject('NOT_SUPPORTED', 'account');
  else if (state.assets[asset] === undefined) state.reject('UNKNOWN_ASSET', 'asset');
  else if (amount <= 0n) state.reject('QTY_TOO_SMALL', 'amount', 1);
  else if (amount > movable(state, account, asset)) state.reject('INSUFFICIENT_BALANCE', 'amount', movable(state, account, asset));
  else {
    state.ledger.hold(state.ledger.wallet(account, asset), toAmount(amount));
    state.references.add(reference, hold);
  }
}

/** Runs RELEASE_HOLD. The reference is as if it had never been used. */
export function releaseHold(state: EngineState, { reference }: ReleaseHold): void {
  const hold = parsed(reference, state.references.find(reference));
  if (hold === null) {
    state.sink.repeated(0);
    return;
  }
  state.ledger.release(state.ledger.wallet(hold.account, hold.asset), toAmount(hold.amount));
  state.references.forget(reference);
}

export const holdsIn = ({ references }: Pick<EngineState, 'references'>): readonly EngineHold[] =>
  [...references.holds()].flatMap((reference) => parsed(reference, references.find(reference)) ?? []);

function parsed(reference: string, content: string | undefined): EngineHold | null {
  if (content === undefined || !isHold(content)) return null;
  const [account, asset, amount] = content.match(/\d+(?=>)|(?<=:)\d+/g) ?? [];
  return { reference, account: Number(account), asset: Number(asset), amount: BigInt(amount ?? 0) };
}

/** What an account may give away: as the kind that it trades says. */
export function movable(state: EngineState, account: number, asset: number): Amount {
  const rules = rulesOf(state, account);
  return rules === undefined ? (state.ledger.find(account, asset)?.available ?? 0) : rules.movable(state, account, asset);
}

function rulesOf(state: EngineState, account: number): AccountRules | undefined {
  const type = state.accounts[account]?.terms.accountType;
  return Object.values(state.kinds).find(({ accountTypes }) => type !== undefined && accountTypes.includes(type));
}
