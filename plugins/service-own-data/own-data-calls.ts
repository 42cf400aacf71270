import { AppError, accepted, refused } from '../../core/contract/app-error.ts';
import type { AuditLog } from '../../core/contract/audit.ts';
import type { OwnDataBook } from '../../core/contract/own-data.ts';
import type { ChangeNote, HousePeople } from '../../core/contract/people.ts';
import { type Caller, type RouteHandlers, userOf } from '../../core/contract/server-contributions.ts';
import { tidyText } from '../../core/domain/forms/form-rules.ts';
import type { ownDataRoutes } from '../../schemas/wire/own-data.ts';
import type { Leaving } from './leaving.ts';
import type { LeavingRecord } from './leaving-table.ts';

interface OwnDataCallParts {
  readonly leaving: Leaving;
  readonly book: OwnDataBook;
  readonly people: Pick<HousePeople, 'get'>;
  readonly audit: AuditLog;
}

const leavingView = (record: LeavingRecord | null) => (record === null ? null : { asked_time: record.askedMs, due_time: record.dueMs });

function noteOf({ principal }: Caller, reason: string | null): ChangeNote {
  const { userId, role } = principal;
  if (userId === null || role === null) throw new AppError('SESSION_MISSING');
  return { by: { userId, role }, reason };
}

/** The own data as a file, and leaving for good. */
export function ownDataCalls({ leaving, book, people, audit }: OwnDataCallParts): RouteHandlers<typeof ownDataRoutes> {
  /** Whose file is being written. */
  const writing = new Set<string>();
  const stateOf = async (userId: string) =>
    accepted({
      leaving: leavingView(await leaving.of(userId)),
      hindrances: [...(await book.hindrances(userId))],
      tables: [...(await book.tables())],
    });
  /** The next file waits until this one has been taken, or nobody takes it any more. */
  async function* held(userId: string, table: string | undefined, stop: AbortSignal): AsyncIterable<Uint8Array> {
    const encoder = new TextEncoder();
    const pieces = table === undefined ? book.written(userId, stop) : book.table(table, userId, stop);
    try {
      for await (const piece of pieces) yield encoder.encode(piece);
    } finally {
      writing.delete(userId);
    }
  }
  return {
    ownDataState: (request) => stateOf(userOf(request)),
    ownDataExport: async (request) => {
      const userId = userOf(request);
      const { table } = request.query;
      if (table !== undefined && !(await book.tables()).includes(table))
        return refused('REQUEST_INVALID', { field: 'table', rule: 'must be one of the tables that the state of the own data names' });
      if (writing.has(userId)) return refused('RATE_LIMITED', { retryAfterS: 10 });
      const stop = request.gone();
      writing.add(userId);
      // A file that nobody begins to take is over when its caller is gone.
      stop.addEventListener('abort', () => writing.delete(userId), { once: true });
      try {
        await audit.append({
          ...{ actor: userId, action: 'person.data-exported', subject: `person/${userId}` },
          ...{ reason: null, before: null, after: table === undefined ? null : { table } },
        });
      } catch (error) {
        writing.delete(userId);
        throw error;
      }
      const file = table === undefined ? 'data.json' : `${table}.csv`;
      return accepted({ name: `${request.principal.username ?? 'own'}-${file}`, content: held(userId, table, stop) });
    },
    ownDataLeave: async (request) => {
      const userId = userOf(request);
      const asked = await leaving.ask(userId, request.body.username);
      return asked.ok ? stateOf(userId) : asked;
    },
    ownDataStay: async (request) => {
      const userId = userOf(request);
      const stays = await leaving.takeBack(userId, noteOf(request, null));
      return stays.ok ? stateOf(userId) : stays;
    },
    personLeaving: async ({ query }) => accepted({ leaving: leavingView(await leaving.of(query.user_id)) }),
    personKeep: async (request) => {
      const { user_id: userId, reason: typed } = request.body;
      const reason = tidyText(typed);
      if (reason === '') return refused('FORM_FIELD_EMPTY', { field: 'reason' });
      if ((await people.get(userId)) === null) return refused('PERSON_UNKNOWN');
      return leaving.takeBack(userId, noteOf(request, reason));
    },
  };
}
