import type { PersonState } from '../../../core/contract/people.ts';
import { isEmail, isPhone } from '../../../core/domain/accounts/person-rules.ts';
import type { ProductVersion, Role } from '../../../core/domain/accounts/role.ts';
import { formatDay, startOfDay } from '../../../core/ui/index.ts';
import type { PersonView } from '../../../schemas/wire/people.ts';

/** What can be chosen and typed of a person. */
export interface PersonDraft {
  readonly role: Role;
  /** A VIP level as it is chosen, such as `2`. */
  readonly vip: string;
  /** The last day of the level in the reader's time zone, such as `2026-12-31`; empty: it has no end. */
  readonly until: string;
  /** A version of the product; empty: none. */
  readonly product: ProductVersion | '';
  readonly state: PersonState;
  /** Empty: none. */
  readonly email: string;
  readonly phone: string;
}

export type PersonField = 'username' | keyof PersonDraft | 'reason';
/** Keys of texts that say what is wrong, by field. */
export type PersonProblems = { readonly [K in PersonField]?: 'username' | 'email' | 'phone' | 'until' | 'reason' };

/** As the wire has them; a test holds them to it. */
export const longestReason = 500;
const shortestReason = 3;

export const emptyDraft: PersonDraft = { role: 'user', vip: '0', until: '', product: '', state: 'ACTIVE', email: '', phone: '' };

export const draftOf = (
  person: Pick<PersonView, 'role' | 'vip_level' | 'vip_until' | 'product' | 'state' | 'email' | 'phone'>,
  timeZone: string,
): PersonDraft => ({
  ...{ role: person.role, vip: String(person.vip_level), product: person.product ?? '', state: person.state },
  ...{ email: person.email ?? '', phone: person.phone ?? '' },
  // It ends with the last moment of that day.
  until: person.vip_until === null ? '' : formatDay(person.vip_until - 1, timeZone),
});

/** What stands in the way of the draft, by field; how the server decides in the end is told by its refusal. */
export function draftProblems(draft: PersonDraft, nowMs: number, timeZone: string): PersonProblems {
  const { email, phone, vip, until } = draft;
  const end = untilMs(draft, timeZone);
  return {
    ...(email !== '' && !isEmail(email) && { email: 'email' as const }),
    ...(phone !== '' && !isPhone(phone) && { phone: 'phone' as const }),
    ...(vip !== '0' && until !== '' && (end === null || end <= nowMs) && { until: 'until' as const }),
  };
}

export const reasonProblem = (reason: string): PersonProblems =>
  reason.trim().length < shortestReason || reason.length > longestReason ? { reason: 'reason' } : {};

/** The moment at which the level ends: the first of the day after; null where it has no end. */
export const untilMs = ({ vip, until }: Pick<PersonDraft, 'vip' | 'until'>, timeZone: string): number | null =>
  vip === '0' || until === '' ? null : startOfDay(until, timeZone, 1);

/** The words of the wire for what differs between two drafts. */
export function changesBetween(before: PersonDraft, after: PersonDraft, timeZone: string) {
  const levelChanged = before.vip !== after.vip;
  const endsOtherwise = untilMs(before, timeZone) !== untilMs(after, timeZone);
  return {
    ...(before.role !== after.role && { role: after.role }),
    ...(levelChanged && { vip_level: Number(after.vip) }),
    ...((levelChanged || endsOtherwise) && { vip_until: untilMs(after, timeZone) }),
    ...(before.product !== after.product && { product: after.product === '' ? null : after.product }),
    ...(before.state !== after.state && { state: after.state }),
    ...(before.email !== after.email && { email: after.email === '' ? null : after.email }),
    ...(before.phone !== after.phone && { phone: after.phone === '' ? null : after.phone }),
  };
}
