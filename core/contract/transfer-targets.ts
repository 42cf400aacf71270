import type { ApiAccount, Exchange } from './client-services.ts';

type Asked = Pick<ApiAccount, 'apiId' | 'exchange' | 'own'> & Partial<Pick<ApiAccount, 'owner'>>;
interface Place<A extends Asked> {
  /** Those that are known to whoever asks. */
  readonly accounts: readonly A[];
  readonly exchange: Pick<Exchange, 'transfers' | 'accountTransfers' | 'accountTypes'> | null;
  readonly mayMove: (apiId: number) => boolean;
}

const ofOnePerson = (one: Asked, other: Asked): boolean => (one.own ? other.own : one.owner !== undefined && one.owner === other.owner);

/** Other api accounts that money of an account can go to: those of the same person at its exchange, where money may be moved in them too. */
export function linkedAccounts<A extends Asked>(account: Asked, { accounts, exchange, mayMove }: Place<A>): readonly A[] {
  if (exchange?.transfers !== true || !exchange.accountTransfers) return [];
  return accounts.filter(
    (one) => one.apiId !== account.apiId && one.exchange === account.exchange && ofOnePerson(account, one) && mayMove(one.apiId),
  );
}

/** Whether money of an account may be moved, and has somewhere to go. */
export const canTransfer = <A extends Asked>(account: Asked, place: Place<A>): boolean =>
  place.mayMove(account.apiId) &&
  place.exchange?.transfers === true &&
  (place.exchange.accountTypes.length > 1 || linkedAccounts(account, place).length > 0);
