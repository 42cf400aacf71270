import { accepted, refused } from '../../core/contract/app-error.ts';
import type { AuditLog } from '../../core/contract/audit.ts';
import type { HousePeople, PersonFilter } from '../../core/contract/people.ts';
import { type RouteHandlers, userOf } from '../../core/contract/server-contributions.ts';
import { csvTable } from '../../core/domain/csv.ts';
import { mostCounted, type peopleRoutes } from '../../schemas/wire/people.ts';
import { exportColumns, exportPages } from './person-export.ts';
import { type PersonViews, summaryView } from './person-views.ts';

const usualPage = 100;
const usualHistory = 50;
const viewed = 'person.viewed';
/** What changes nothing of a person stands in the audit and not in his history. */
const unsaid = [viewed, 'session.opened', 'session.refused', 'session.closed'];
export const subjectOf = (userId: string): string => `person/${userId}`;

interface LookParts {
  readonly people: HousePeople;
  readonly audit: AuditLog;
  readonly views: PersonViews;
}

type LookRoutes = Pick<RouteHandlers<typeof peopleRoutes>, 'peopleList' | 'peopleExport' | 'personGet' | 'personHistory'>;

/** How administrators look at people. */
export function lookCalls({ people, audit, views }: LookParts): LookRoutes {
  return {
    peopleList: async ({ query: { limit = usualPage, after, ...typed } }) => {
      const filter = await filterOf(people, typed);
      const [page, total] = await Promise.all([people.find(filter, { after, limit }), people.count(filter, mostCounted)]);
      return accepted({ results: page.people.map(summaryView), next: page.next, total });
    },
    peopleExport: async (request) => {
      const filter = await filterOf(people, request.query);
      const count = await people.count(filter, Number.MAX_SAFE_INTEGER);
      // Before a line of it goes out.
      await audit.append({
        ...{ actor: userOf(request), action: 'people.exported', subject: 'people', reason: null },
        ...{ before: null, after: { ...request.query, people: count } },
      });
      return accepted(csvTable(exportColumns, exportPages(people, filter)));
    },
    personGet: async (request) => {
      const person = await people.get(request.query.user_id);
      if (person === null) return refused('PERSON_UNKNOWN');
      await audit.appendLook({ actor: userOf(request), action: viewed, subject: subjectOf(person.id) });
      return accepted(await views.whole(person));
    },
    personHistory: async (request) => {
      const { user_id: userId, limit = usualHistory, after } = request.query;
      if ((await people.get(userId)) === null) return refused('PERSON_UNKNOWN');
      // Addresses of long ago stand there as well.
      await audit.appendLook({ actor: userOf(request), action: viewed, subject: subjectOf(userId) });
      const filter = { subject: subjectOf(userId), exceptActions: unsaid };
      const { entries, next } = await audit.page(filter, { before: after === undefined ? undefined : Number(after), limit });
      const names = new Map<string, string>();
      for (const { actor } of entries) if (!names.has(actor)) names.set(actor, (await people.get(actor))?.username ?? actor);
      const results = entries.map(({ entryId, timeMs, actor, action, reason, before, after: to }) => ({
        ...{ line_id: entryId, time: timeMs, actor: names.get(actor) ?? actor, action, reason, before, after: to },
      }));
      return accepted({ results, next: next === null ? null : String(next) });
    },
  };
}

interface TypedFilter extends Pick<PersonFilter, 'role' | 'state'> {
  readonly search?: string;
  readonly vip_level?: number;
  readonly product?: PersonFilter['productVersion'];
  readonly invited_by?: string;
}

/** Of nobody. */
const noId = '';

const filterOf = async (people: Pick<HousePeople, 'named'>, typed: TypedFilter): Promise<PersonFilter> => {
  const { search = '', role, state, vip_level, product, invited_by } = typed;
  return {
    ...{ role, state, vipLevel: vip_level as PersonFilter['vipLevel'], productVersion: product },
    search: search.trim() === '' ? undefined : search.trim(),
    invitedBy: invited_by === undefined ? undefined : ((await people.named(invited_by))?.id ?? noId),
  };
};
