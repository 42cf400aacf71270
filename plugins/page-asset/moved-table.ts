import { accepted, type Outcome } from '../../core/contract/app-error.ts';
import type { Api, ReplyIn } from '../../core/contract/client-services.ts';
import { accountTitle } from '../../core/domain/accounts/account-title.ts';
import { type CsvColumns, csvHeader, csvLine, csvTime } from '../../core/domain/csv.ts';
import type { HeldAccount } from './allocation.ts';

export type MovedLine = ReplyIn<'allocationList'>['results'][number];
type NamedAccount = Pick<HeldAccount, 'apiId' | 'username' | 'name' | 'exchange'>;

const linesAtOnce = 200;

/** Whose account it is and what he calls it; its number where it is there no longer. */
export function sideText(
  { apiId, accountType, symbol }: MovedLine['from'],
  accounts: readonly NamedAccount[],
  titleOf: (exchange: string) => string,
): string {
  const account = accounts.find((one) => one.apiId === apiId);
  const name = account === undefined ? [] : [account.username, accountTitle(account.name, titleOf(account.exchange))];
  return [...name, apiId, ...(accountType === 'spot' ? [] : [accountType]), ...(symbol === null ? [] : [symbol])].join(' · ');
}

/** All lines, exact; accounts by their numbers, with whose they are. */
export function movedTable(lines: readonly MovedLine[], accounts: readonly NamedAccount[]): string {
  const ownerOf = (apiId: number): string | null => accounts.find((one) => one.apiId === apiId)?.username ?? null;
  const columns: CsvColumns<MovedLine> = {
    time: ({ timeMs }) => csvTime(timeMs),
    by: ({ by }) => by,
    owner: ({ from }) => ownerOf(from.apiId),
    from: ({ from }) => placeOf(from),
    to: ({ to }) => placeOf(to),
    asset: ({ asset }) => asset,
    amount: ({ amount }) => amount,
    state: ({ state }) => state,
    reason: ({ reason }) => reason,
    failure: ({ failure }) => failure,
  };
  return csvHeader(columns) + lines.map((line) => csvLine(columns, line)).join('');
}

const placeOf = ({ apiId, accountType, symbol }: MovedLine['from']): string =>
  [apiId, accountType, ...(symbol === null ? [] : [symbol])].join('/');

/** Page after page, as long as there are older ones. */
export async function everyMoved(api: Pick<Api, 'call'>): Promise<Outcome<readonly MovedLine[]>> {
  const lines: MovedLine[] = [];
  for (let after: string | null = null; ; ) {
    const page: Outcome<ReplyIn<'allocationList'>> = await api.call('allocationList', {
      query: { limit: linesAtOnce, ...(after === null ? {} : { after }) },
    });
    if (!page.ok) return page;
    lines.push(...page.value.results);
    after = page.value.next;
    if (after === null) return accepted(lines);
  }
}
