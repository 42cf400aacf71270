import type { AuditEntry, AuditLog, AuditQuery } from '../../core/contract/audit.ts';
import type { HousePeople } from '../../core/contract/people.ts';
import { auditDeeds } from '../../core/domain/audit/audit-deeds.ts';
import { originOf } from '../../core/domain/audit/audit-origin.ts';
import { type CsvColumns, csvTime } from '../../core/domain/csv.ts';
import type { AuditFilterView, AuditLineView } from '../../schemas/wire/audit.ts';

const personPrefix = 'person/';
const exportPage = 500;

/** What was asked for in names, as the log has it. Who is no person is looked for as typed. */
export async function queryOf(people: Pick<HousePeople, 'named'>, asked: AuditFilterView): Promise<AuditQuery> {
  const { actor, subject, order, group, from, to, search } = asked;
  const idOf = async (name: string): Promise<string | undefined> => (await people.named(name))?.id;
  return {
    actor: actor === undefined ? undefined : ((await idOf(actor)) ?? actor),
    ...(subject === undefined ? {} : await aboutOf(subject, idOf)),
    actionLike: group === undefined ? undefined : auditDeeds[group],
    ...{ sealedOrderId: order, fromMs: from, toMs: to, text: search },
  };
}

/** A user name finds what is about its person and about what is his. */
async function aboutOf(
  typed: string,
  idOf: (name: string) => Promise<string | undefined>,
): Promise<Pick<AuditQuery, 'subject' | 'aboutUser'>> {
  const id = await idOf(typed);
  return id === undefined ? { subject: typed } : { aboutUser: id };
}

/** Entries with the names of those who are meant, each of whom is asked for once. */
export class AuditLines {
  readonly #people: Pick<HousePeople, 'get'>;
  readonly #names = new Map<string, string | null>();

  constructor(people: Pick<HousePeople, 'get'>) {
    this.#people = people;
  }

  async of(entries: readonly AuditEntry[]): Promise<readonly AuditLineView[]> {
    const lines: AuditLineView[] = [];
    for (const { entryId, timeMs, actor, action, subject, reason, before, after, hash } of entries) {
      const id = subject.startsWith(personPrefix) ? subject.slice(personPrefix.length) : null;
      const [name, subjectName] = [await this.#name(actor), id === null ? null : await this.#name(id)];
      lines.push({
        ...{ entry: entryId, time: timeMs, actor: name ?? actor, actor_id: name === null ? null : actor, action, subject },
        ...{ subject_name: subjectName, subject_id: subjectName === null ? null : id, reason, before, after, hash },
      });
    }
    return lines;
  }

  async #name(id: string): Promise<string | null> {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const name = (await this.#people.get(id))?.username ?? null;
    this.#names.set(id, name);
    return name;
  }
}

const told = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Headers are words of the wire, in every language: programs read them too. */
export const exportColumns: CsvColumns<AuditLineView> = {
  entry: ({ entry }) => String(entry),
  time: ({ time }) => csvTime(time),
  actor: ({ actor }) => actor,
  actor_id: (line) => line.actor_id,
  action: ({ action }) => action,
  subject: ({ subject }) => subject,
  subject_name: (line) => line.subject_name,
  reason: ({ reason }) => reason,
  before: ({ before }) => told(before),
  after: ({ after }) => told(after),
  origin: ({ after }) => originOf(after).address,
  device: ({ after }) => originOf(after).device,
  hash: ({ hash }) => hash,
};

/** All entries that pass, newest first, a page in memory at a time. */
export async function* exportPages(
  audit: Pick<AuditLog, 'page'>,
  people: Pick<HousePeople, 'get'>,
  query: AuditQuery,
): AsyncGenerator<readonly AuditLineView[]> {
  const lines = new AuditLines(people);
  let before: number | undefined;
  do {
    const page = await audit.page(query, { before, limit: exportPage });
    if (page.entries.length > 0) yield await lines.of(page.entries);
    before = page.next ?? undefined;
  } while (before !== undefined);
}
