import type { AuditEntry, AuditPage, AuditQuery } from '../../core/contract/audit.ts';
import type { HousePeople } from '../../core/contract/people.ts';
import { auditDeeds } from '../../core/domain/audit/audit-deeds.ts';
import { originOf } from '../../core/domain/audit/audit-origin.ts';
import { type CsvColumns, csvTime } from '../../core/domain/csv.ts';
import type { AuditFilterView, AuditLineView } from '../../schemas/wire/audit.ts';

const personPrefix = 'person/';
/** Names that are asked for at once. */
const askedAtOnce = 10;

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
    await this.#ask(entries.flatMap(({ actor, subject }) => [actor, personIn(subject)]).filter((id) => id !== null));
    return entries.map(({ entryId, timeMs, actor, action, subject, reason, before, after, hash }) => {
      const id = personIn(subject);
      const [name, subjectName] = [this.#nameOf(actor), id === null ? null : this.#nameOf(id)];
      return {
        ...{ entry: entryId, time: timeMs, actor: name ?? actor, actor_id: name === null ? null : actor, action, subject },
        ...{ subject_name: subjectName, subject_id: subjectName === null ? null : id, reason, before, after, hash },
      };
    });
  }

  /** Some at once: one after the other each would wait anew behind whatever works the database, and all together would keep everybody else from it. */
  async #ask(ids: readonly string[]): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => !this.#names.has(id));
    for (let at = 0; at < unknown.length; at += askedAtOnce)
      await Promise.all(
        unknown.slice(at, at + askedAtOnce).map(async (id) => this.#names.set(id, (await this.#people.get(id))?.username ?? null)),
      );
  }

  #nameOf(id: string): string | null {
    return this.#names.get(id) ?? null;
  }
}

const personIn = (subject: string): string | null => (subject.startsWith(personPrefix) ? subject.slice(personPrefix.length) : null);
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

/** All entries that pass, newest first, a page in memory at a time. `read`: a page of those before an entry, or the newest. */
export async function* exportPages(
  read: (before: number | undefined) => Promise<AuditPage>,
  people: Pick<HousePeople, 'get'>,
): AsyncGenerator<readonly AuditLineView[]> {
  const lines = new AuditLines(people);
  let before: number | undefined;
  do {
    const page = await read(before);
    if (page.entries.length > 0) yield await lines.of(page.entries);
    before = page.next ?? undefined;
  } while (before !== undefined);
}
