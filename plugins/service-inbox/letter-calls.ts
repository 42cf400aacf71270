import { accepted, refused } from '../../core/contract/app-error.ts';
import type { AuditLog } from '../../core/contract/audit.ts';
import type { Files } from '../../core/contract/files.ts';
import { type RouteHandlers, userOf } from '../../core/contract/server-contributions.ts';
import type { Clock, Ids } from '../../core/contract/server-services.ts';
import { csvTable } from '../../core/domain/csv.ts';
import { tidyText } from '../../core/domain/forms/form-rules.ts';
import type { inboxRoutes, LetterSummaryView } from '../../schemas/wire/inbox.ts';
import type { InboxTable, LetterNote, LetterPlace } from './inbox-table.ts';
import { exportColumns, exportPages } from './letter-export.ts';
import type { StoredLetter } from './letter-table.ts';

const dayMs = 24 * 60 * 60_000;
const usualPage = 100;

export interface LetterParts {
  readonly table: InboxTable;
  readonly files: Pick<Files, 'read' | 'remove'>;
  readonly audit: Pick<AuditLog, 'append' | 'appendLook'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly ids: Ids;
  /** Pages that are open are told that something has changed. */
  readonly changed: () => void;
}

type LetterRoutes = Pick<
  RouteHandlers<typeof inboxRoutes>,
  'inboxList' | 'inboxExport' | 'inboxLetter' | 'inboxFile' | 'inboxState' | 'inboxNote' | 'inboxDelete'
>;

/** What administrators do with letters. */
export function letterCalls({ table, files, audit, clock, ids, changed }: LetterParts): LetterRoutes {
  const looked = (request: Parameters<typeof userOf>[0], letterId: string): Promise<void> =>
    audit.appendLook({ actor: userOf(request), action: 'letter.viewed', subject: `letter/${letterId}` });
  return {
    inboxList: async ({ query: { cursor, limit = usualPage, ...filter } }) => {
      const [letters, total] = await Promise.all([table.page(filter, placeOf(cursor), limit), table.matches(filter)]);
      const last = letters.length < limit ? undefined : letters.at(-1);
      return accepted({ results: letters.map(summaryOf), next: last === undefined ? null : cursorOf(last), total });
    },
    inboxExport: async (request) => {
      // Before a line of it goes out.
      await audit.append({
        ...{ actor: userOf(request), action: 'letters.exported', subject: 'inbox', reason: null },
        ...{ before: null, after: { ...request.query } },
      });
      return accepted(csvTable(exportColumns, exportPages(table, request.query)));
    },
    inboxLetter: async (request) => {
      const { letter_id: letterId } = request.query;
      const [letter, notes] = await Promise.all([table.letter(letterId), table.notes(letterId)]);
      if (letter === null) return refused('LETTER_UNKNOWN');
      await looked(request, letterId);
      const { fields, receivedMs, keptDays } = letter;
      return accepted({ ...summaryOf(letter), fields, notes: notes.map(noteView), expiry_time: receivedMs + keptDays * dayMs });
    },
    inboxFile: async (request) => {
      const { letter_id: letterId } = request.query;
      const letter = await table.letter(letterId);
      if (letter === null) return refused('LETTER_UNKNOWN');
      const content = letter.file === null ? null : await files.read(letterId);
      if (letter.file === null || content === null) return refused('LETTER_FILE_MISSING');
      await looked(request, letterId);
      return accepted({ name: letter.file.name, content });
    },
    inboxState: async ({ body: { letter_id: letterId, state } }) => {
      if (!(await table.setState(letterId, state, clock.nowMs()))) return refused('LETTER_UNKNOWN');
      changed();
      return accepted(null);
    },
    inboxNote: async ({ principal, body: { letter_id: letterId, body: typed } }) => {
      const body = tidyText(typed);
      if (body === '') return refused('FORM_FIELD_EMPTY', { field: 'body' });
      const note = { noteId: ids.next(), author: principal.username ?? '', body, writtenMs: clock.nowMs() };
      if (!(await table.addNote(letterId, note))) return refused('LETTER_UNKNOWN');
      changed();
      return accepted(noteView(note));
    },
    inboxDelete: async (request) => {
      const { letter_id: letterId } = request.body;
      // Of whom it was stays out: what somebody wants forgotten is not written down for good.
      const entry = { actor: userOf(request), action: 'letter.deleted', subject: `letter/${letterId}`, reason: null, after: null };
      if (!(await table.remove(letterId, (sql, kind) => audit.append({ ...entry, before: { kind } }, sql))))
        return refused('LETTER_UNKNOWN');
      // A file that stays behind, should this fail, goes as a stray one at the next start.
      await files.remove(letterId);
      changed();
      return accepted(null);
    },
  };
}

const cursorOf = ({ receivedMs, letterId }: LetterPlace): string => `${receivedMs}.${letterId}`;
function placeOf(cursor: string | undefined): LetterPlace | null {
  if (cursor === undefined) return null;
  const at = cursor.indexOf('.');
  return { receivedMs: Number(cursor.slice(0, at)), letterId: cursor.slice(at + 1) };
}

const summaryOf = ({ letterId, kind, sender, email, state, noteCount, file, receivedMs, updatedMs }: StoredLetter): LetterSummaryView => ({
  ...{ letter_id: letterId, kind, sender, email, state, note_count: noteCount },
  file: file === null ? null : { ...file, findings: [...file.findings] },
  ...{ received_time: receivedMs, updated_time: updatedMs },
});

const noteView = ({ noteId, author, body, writtenMs }: LetterNote) => ({ note_id: noteId, author, body, written_time: writtenMs });
