import type { ResumeFormat } from '../../core/domain/forms/career-form.ts';
import type { LetterKind, LetterState, ResumeFinding } from '../../core/domain/forms/letter.ts';
import type { LetterFile } from './inbox-table.ts';

/** How letters are read from their table. */

export interface StoredLetter {
  readonly letterId: string;
  readonly kind: LetterKind;
  readonly sender: string;
  readonly email: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly state: LetterState;
  readonly noteCount: number;
  readonly file: LetterFile | null;
  readonly receivedMs: number;
  /** Days after which it is deleted. */
  readonly keptDays: number;
  readonly updatedMs: number;
}

export interface LetterRow {
  readonly letter_id: string;
  readonly kind: LetterKind;
  readonly sender: string;
  readonly email: string;
  readonly fields: string;
  readonly state: LetterState;
  readonly note_count: string;
  readonly file_name: string | null;
  readonly file_bytes: string | null;
  readonly file_format: ResumeFormat | null;
  readonly findings: string | null;
  readonly received_ms: string;
  readonly kept_days: number;
  readonly updated_ms: string;
}

/** SQL: what {@link storedLetter} reads of `letter`; `notes` is the table of notes, `keptDays` how long it is kept. */
export const letterColumns = (notes: string, keptDays: string): string =>
  `letter_id, kind, sender, email, fields, state, file_name, file_bytes, file_format, findings, received_ms, updated_ms, ${keptDays} as kept_days,
  (select count(*) from ${notes} as note where note.letter_id = letter.letter_id) as note_count`;

/** SQL: whether `letter` passes a filter, whose parts are $1 to $3; what is null asks for nothing. */
export const matching = (notes: string): string =>
  `($1::text is null or kind = $1) and ($2::text is null or state = $2) and ($3::text is null or file_name ilike $3
    or exists (select 1 from json_each_text(fields::json) as field where field.value ilike $3)
    or exists (select 1 from ${notes} as note where note.letter_id = letter.letter_id and note.body ilike $3))`;

export function storedLetter(row: LetterRow): StoredLetter {
  const { letter_id: letterId, kind, sender, email, state, file_name: name, file_format: format } = row;
  const findings = (row.findings ?? '').split(' ').filter((word) => word !== '') as ResumeFinding[];
  return {
    ...{ letterId, kind, sender, email, state },
    fields: JSON.parse(row.fields) as StoredLetter['fields'],
    noteCount: Number(row.note_count),
    file: name === null || format === null ? null : { name, bytes: Number(row.file_bytes), format, findings },
    receivedMs: Number(row.received_ms),
    keptDays: row.kept_days,
    updatedMs: Number(row.updated_ms),
  };
}
