import { type CsvColumns, csvTime } from '../../core/domain/csv.ts';
import { careerRules } from '../../core/domain/forms/career-form.ts';
import { contactRules } from '../../core/domain/forms/contact-form.ts';
import type { LetterFilter } from '../../core/domain/forms/letter.ts';
import type { InboxTable, LetterNote } from './inbox-table.ts';
import type { StoredLetter } from './letter-table.ts';

type ExportedLetter = StoredLetter & { readonly notes: readonly LetterNote[] };

const pageSize = 200;

/** Fields of all forms; one that a letter does not have is empty. */
const fieldNames = [...new Set([...Object.keys(contactRules), ...Object.keys(careerRules)])];

/** Headers are words of the wire, in every language: programs read them too. */
export const exportColumns: CsvColumns<ExportedLetter> = {
  letter_id: ({ letterId }) => letterId,
  received_time: ({ receivedMs }) => csvTime(receivedMs),
  kind: ({ kind }) => kind,
  state: ({ state }) => state,
  sender: ({ sender }) => sender,
  ...Object.fromEntries(fieldNames.map((name) => [name, ({ fields }: ExportedLetter) => fields[name] ?? null])),
  file_name: ({ file }) => file?.name ?? null,
  file_findings: ({ file }) => file?.findings.join(' ') ?? null,
  notes: ({ notes }) => notes.map(({ author, body, writtenMs }) => `${csvTime(writtenMs)} ${author}: ${body}`).join('\n'),
};

/** All letters that pass the filter, a page in memory at a time. */
export async function* exportPages(
  table: Pick<InboxTable, 'page' | 'notes'>,
  filter: LetterFilter,
): AsyncGenerator<readonly ExportedLetter[]> {
  let letters: readonly StoredLetter[] = [];
  do {
    letters = await table.page(filter, letters.at(-1) ?? null, pageSize);
    const exported: ExportedLetter[] = [];
    for (const letter of letters) exported.push({ ...letter, notes: letter.noteCount === 0 ? [] : await table.notes(letter.letterId) });
    if (exported.length > 0) yield exported;
  } while (letters.length === pageSize);
}
