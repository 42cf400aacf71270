import { type AuditGroup, auditGroups } from '../../core/domain/audit/audit-deeds.ts';
import { startOfDay } from '../../core/ui/index.ts';
import type { AuditFilterView } from '../../schemas/wire/audit.ts';

/** What the list is narrowed by, as it is typed: days are those of the user's time zone. What is absent asks for nothing. */
export interface AuditSearch {
  readonly actor?: string;
  readonly group?: AuditGroup;
  readonly subject?: string;
  /** ID of an order: seals that cover it. */
  readonly order?: string;
  readonly from?: string;
  readonly to?: string;
  readonly search?: string;
}

const longest = { actor: 200, subject: 200, order: 64, search: 200 } as const;
const words = Object.keys(longest) as readonly (keyof typeof longest)[];
const days = ['from', 'to'] as const;

/** What an address of this page says. Foreign text: only what the calls understand is taken. */
export function readAddress(query: string): AuditSearch {
  const params = new URLSearchParams(query);
  const group = auditGroups.find((one) => one === params.get('group'));
  const typed = words.map((name) => [name, params.get(name)?.slice(0, longest[name]) ?? ''] as const);
  const dated = days.map((name) => [name, params.get(name) ?? ''] as const).filter(([, day]) => startOfDay(day, 'UTC') !== null);
  return Object.fromEntries([['group', group ?? ''], ...typed, ...dated].filter(([, value]) => value !== ''));
}

/** The address's query for it, with its question mark; empty where there is nothing to say. */
export function writeAddress(filter: AuditSearch): string {
  const said = new URLSearchParams(Object.entries(filter)).toString();
  return said === '' ? '' : `?${said}`;
}

/** As the calls take it; the last day counts as a whole. */
export function askedOf({ actor, subject, order, search, group, from, to }: AuditSearch, timeZone: string): AuditFilterView {
  const typed = Object.entries({ actor, subject, order, search }).map(([name, text]) => [name, text?.trim() ?? ''] as const);
  const [fromMs, toMs] = [from === undefined ? null : startOfDay(from, timeZone), to === undefined ? null : startOfDay(to, timeZone, 1)];
  return {
    ...Object.fromEntries(typed.filter(([, text]) => text !== '')),
    ...(group === undefined ? {} : { group }),
    ...(fromMs === null ? {} : { from: fromMs }),
    ...(toMs === null ? {} : { to: toMs }),
  };
}
