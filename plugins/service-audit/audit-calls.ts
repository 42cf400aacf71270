import { accepted } from '../../core/contract/app-error.ts';
import type { AuditLog, AuditPage } from '../../core/contract/audit.ts';
import type { HousePeople } from '../../core/contract/people.ts';
import { type RouteHandlers, userOf } from '../../core/contract/server-contributions.ts';
import { csvTable } from '../../core/domain/csv.ts';
import { KeyedTurns } from '../../core/domain/turns.ts';
import type { auditRoutes } from '../../schemas/wire/audit.ts';
import { AuditLines, exportColumns, exportPages, queryOf } from './audit-lines.ts';
import { auditSubject, type ChainCheck } from './chain-check.ts';
import { sealedOrders, sealTable } from './seal-calls.ts';

const usualPage = 50;
const exportPage = 500;
/** Entries that one call looks through: it answers long before its asker gives up, and says where to go on. */
const patience = 200_000;

/** For nobody who would read it. */
const nothing: AuditPage = { entries: [], next: null };

interface AuditParts {
  readonly audit: AuditLog;
  readonly people: Pick<HousePeople, 'get' | 'named'>;
  readonly check: Pick<ChainCheck, 'start' | 'view'>;
}

/** How administrators read the audit log. */
export function auditCalls({ audit, people, check }: AuditParts): RouteHandlers<typeof auditRoutes> {
  /** A search works the database for seconds: those of one person come one after the other, so that whoever else needs it comes in between. */
  const searches = new KeyedTurns();
  return {
    auditList: async (request) => {
      const { limit = usualPage, after, ...asked } = request.query;
      await audit.appendLook({ actor: userOf(request), action: 'audit.viewed', subject: auditSubject });
      const query = await queryOf(people, asked);
      const gone = request.gone();
      const read = () => audit.page(query, { before: after === undefined ? undefined : Number(after), limit, patience, gone });
      const { entries, next } =
        query.text === undefined ? await read() : await searches.take(userOf(request), async () => (gone.aborted ? nothing : read()));
      const results = [...(await new AuditLines(people).of(entries))];
      return accepted({ results, next: next === null ? null : String(next) });
    },
    auditExport: async (request) => {
      const query = await queryOf(people, request.query);
      // Before a line of it goes out.
      await audit.append({
        ...{ actor: userOf(request), action: 'audit.exported', subject: auditSubject, reason: null },
        ...{ before: null, after: { ...request.query } },
      });
      const gone = request.gone();
      // Page by page in its turn: others come in between, and what is looked for ends with its reader.
      const read = (before: number | undefined) =>
        searches.take(userOf(request), async () => (gone.aborted ? nothing : audit.page(query, { before, limit: exportPage, gone })));
      return accepted(csvTable(exportColumns, exportPages(read, people)));
    },
    auditSealOrders: (request) => sealedOrders({ audit, people }, request.query, userOf(request)),
    auditSealExport: (request) => sealTable({ audit, people }, request.query.entry, userOf(request)),
    auditCheck: async () => accepted(await check.view()),
    auditCheckStart: async (request) => {
      const refusal = check.start(userOf(request));
      return refusal ?? accepted(await check.view());
    },
  };
}
