import { type Static, Type } from '@sinclair/typebox';
import { Decimal, ExchangeId, nullable, oneOf, strict, TimeMs } from '../common.ts';
import { CsvText } from './history-query.ts';
import { route } from './route.ts';

const tag = 'User';

/** Of one asset, in units of it. */
const Amount = strict({ asset: Type.String(), amount: Decimal });
const RebateRate = Type.String({ description: 'Per cent of the fees that count now' });

const Invite = strict({
  /** The user's own, made with the account. */
  invite_code: Type.String(),
  /** Where the site is on the web; null: at the host of the page. */
  public_url: nullable(Type.String()),
  /** What counts now, for who came by the code and for who came by theirs. */
  rebate_first: RebateRate,
  rebate_second: RebateRate,
  /** What has been credited, by asset. */
  rebates: Type.Array(Amount),
  /** What one unit of those assets, and of what worth is told in, is worth in USDT, as far as anybody knows. */
  prices: Type.Record(Type.String(), Decimal),
  /** Who has come by the code, the newest first, and what each has brought. */
  invited: Type.Array(
    strict({
      username: Type.String(),
      join_time: TimeMs,
      brought: Type.Array(Amount),
      /** Who came by this person's code: the beginning of the name, and when. At most 1,000 of all. */
      invited: Type.Array(strict({ beginning: Type.String(), join_time: TimeMs, brought: Type.Array(Amount) })),
    }),
  ),
});
export type InviteView = Static<typeof Invite>;

const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'A day by UTC' });
export const creditStates = ['DUE', 'DONE', 'NOT_GIVEN'] as const;
const Credit = strict({
  day: Day,
  exchange: ExchangeId,
  asset: Type.String(),
  amount: Decimal,
  /** DUE: not in the books yet. NOT_GIVEN: the exchange said no. */
  state: oneOf(creditStates),
});
export type CreditView = Static<typeof Credit>;

export const inviteRoutes = {
  checkInviteCode: route({
    method: 'GET',
    path: '/user/check/invitecode',
    tag,
    summary: '1 if there is such an invitation code, else 0',
    access: 'public',
    rate: 'sign-in',
    query: strict({ invite_code: Type.String({ minLength: 1, maxLength: 32, pattern: '^[A-Za-z0-9]+$' }) }),
    reply: Type.Union([Type.Literal(0), Type.Literal(1)]),
  }),
  inviteMine: route({
    method: 'GET',
    path: '/user/invite/mine',
    tag,
    summary: "The caller's invitation code, and who has come by it",
    access: 'session',
    rate: 'read',
    reply: Invite,
  }),
  inviteRebates: route({
    method: 'GET',
    path: '/user/invite/rebate/list',
    tag,
    summary: 'What the caller was credited for those whom he has invited, by day and asset, the newest days first, fifty of them at most',
    access: 'session',
    rate: 'read',
    query: strict({ before: Type.Optional(Day) }),
    reply: strict({ credits: Type.Array(Credit), next: nullable(Day) }),
  }),
  inviteRebatesExport: route({
    method: 'GET',
    path: '/user/invite/rebate/export',
    tag,
    summary: 'The same of all days, as CSV',
    access: 'session',
    rate: 'heavy',
    media: 'text/csv',
    reply: CsvText,
  }),
} as const;
