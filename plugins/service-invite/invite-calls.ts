import { accepted } from '../../core/contract/app-error.ts';
import type { Invitations } from '../../core/contract/invitations.ts';
import type { HouseMoney } from '../../core/contract/money.ts';
import type { HousePlatform } from '../../core/contract/platform.ts';
import { type RouteHandlers, userOf } from '../../core/contract/server-contributions.ts';
import { type CsvColumns, csvTable } from '../../core/domain/csv.ts';
import { houseCurrencies } from '../../core/domain/platform-settings.ts';
import type { CreditView, inviteRoutes } from '../../schemas/wire/invite.ts';
import type { RebateCredit, RebateTable } from './rebate-table.ts';

interface InviteCallParts {
  readonly table: RebateTable;
  readonly invitations: Invitations;
  readonly platform: Pick<HousePlatform, 'state'>;
  readonly money: Pick<HouseMoney, 'prices'>;
  /** Where the site is on the web; null: nobody said. */
  readonly publicUrl: string | null;
}

const daysAtOnce = 50;

/** A person's invitation, who came by it, and what that has brought. */
export function inviteCalls({ table, invitations, platform, money, publicUrl }: InviteCallParts): RouteHandlers<typeof inviteRoutes> {
  const pages = async function* (userId: string): AsyncGenerator<readonly RebateCredit[]> {
    let before: string | null = null;
    do {
      const page: readonly RebateCredit[] = await table.statement(userId, before, daysAtOnce);
      yield page;
      before = nextOf(page);
    } while (before !== null);
  };
  return {
    checkInviteCode: async ({ query }) => accepted((await invitations.isCode(query.invite_code)) ? 1 : 0),
    inviteMine: async (request) => {
      const userId = userOf(request);
      const [{ code, invited }, sums, rebates] = await Promise.all([invitations.of(userId), table.brought(userId), table.totals(userId)]);
      const broughtBy = (payerId: string) => sums.filter((sum) => sum.payerId === payerId).map(({ asset, amount }) => ({ asset, amount }));
      const people = invited.map(({ userId: id, username, joinedMs, invited: theirs }) => ({
        ...{ username, join_time: joinedMs, brought: broughtBy(id) },
        invited: theirs.map((one) => ({ beginning: one.beginning, join_time: one.joinedMs, brought: broughtBy(one.userId) })),
      }));
      const { rebateFirst, rebateSecond } = platform.state.settings;
      const told = new Set([...rebates.map(({ asset }) => asset), ...houseCurrencies]);
      const prices = Object.fromEntries(Object.entries(money.prices()).filter(([asset]) => told.has(asset)));
      return accepted({
        ...{ invite_code: code, public_url: publicUrl, rebate_first: rebateFirst, rebate_second: rebateSecond },
        ...{ rebates: [...rebates], prices, invited: people },
      });
    },
    inviteRebates: async (request) => {
      const credits = await table.statement(userOf(request), request.query.before ?? null, daysAtOnce);
      return accepted({ credits: credits.map(creditView), next: nextOf(credits) });
    },
    inviteRebatesExport: async (request) => accepted(csvTable(columns, pages(userOf(request)))),
  };
}

const columns: CsvColumns<RebateCredit> = {
  day: ({ day }) => day,
  exchange: ({ exchange }) => exchange,
  asset: ({ asset }) => asset,
  amount: ({ amount }) => amount,
  state: ({ state }) => state,
};

const creditView = ({ day, exchange, asset, amount, state }: RebateCredit): CreditView => ({ day, exchange, asset, amount, state });

/** The last day of a full page. */
const nextOf = (page: readonly RebateCredit[]): string | null =>
  new Set(page.map(({ day }) => day)).size < daysAtOnce ? null : (page.at(-1)?.day ?? null);
