import type { AuditLog, AuditValue } from '../../core/contract/audit.ts';
import type { Messages } from '../../core/contract/messages.ts';
import type { OwnDataPart } from '../../core/contract/own-data.ts';
import type { Sql, TableMigration, Tables } from '../../core/contract/server-contributions.ts';
import type { Audience } from '../../core/domain/audience.ts';
import type { AnnouncementState, AnnouncementTexts } from '../../core/domain/forms/announcement.ts';
import { announcementKey } from '../../core/domain/forms/announcement-key.ts';
import type { Language } from '../../core/domain/language.ts';

const table = 'service_announcements__announcement';
const ofId = `select * from ${table} where announcement_id = $1`;

/** Who wrote stands there by his user name, which goes. */
export const announcementsAsOwnData: OwnDataPart = {
  ...{ table, of: 'author = (select username from app_user where id = $1)', name: null, leaving: 'stays' },
  why: 'What the house has published is its own.',
  erasure: [`update ${table} set author = 'deleted-' || $1 where author = (select username from app_user where id = $1)`],
};

const steps: readonly TableMigration[] = [
  {
    id: 1,
    name: 'announcements',
    statements: [
      `create table ${table} (
        announcement_id text primary key,
        texts text not null,
        pinned boolean not null,
        author text not null,
        publish_ms bigint not null,
        told boolean not null default false,
        withdrawn_ms bigint,
        updated_ms bigint not null
      )`,
    ],
  },
  { id: 2, name: 'audiences', statements: [`alter table ${table} add column audience text not null default '{"kind":"everybody"}'`] },
];

export interface Announcement {
  readonly announcementId: string;
  readonly texts: AnnouncementTexts;
  readonly pinned: boolean;
  readonly audience: Audience;
  readonly author: string;
  /** When it is or was published. */
  readonly publishMs: number;
  /** Users have got their message. */
  readonly told: boolean;
  /** Null: it stands. */
  readonly withdrawnMs: number | null;
  readonly updatedMs: number;
}

/** As it is written and changed. */
export type AnnouncementChange = Pick<Announcement, 'announcementId' | 'texts' | 'pinned' | 'audience' | 'publishMs' | 'updatedMs'>;

/** Who writes one. */
export interface AnnouncementWriter {
  readonly userId: string;
  readonly username: string;
}

interface AnnouncementRow {
  readonly announcement_id: string;
  readonly texts: string;
  readonly pinned: boolean;
  readonly audience: string;
  readonly author: string;
  readonly publish_ms: string;
  readonly told: boolean;
  readonly withdrawn_ms: string | null;
  readonly updated_ms: string;
}

/** So many at most; withdrawn ones give way. */
export const mostAnnouncements = 500;

export const stateOf = ({ withdrawnMs, publishMs }: Announcement, nowMs: number): AnnouncementState => {
  if (withdrawnMs !== null) return 'withdrawn';
  return publishMs <= nowMs ? 'published' : 'scheduled';
};

/** All announcements, stored and in memory: guests ask often, and nothing but this board changes them. */
export class AnnouncementBoard {
  readonly #tables: Tables;
  readonly #audit: Pick<AuditLog, 'append'>;
  #all = new Map<string, Announcement>();

  private constructor(tables: Tables, audit: Pick<AuditLog, 'append'>) {
    this.#tables = tables;
    this.#audit = audit;
  }

  static async open(tables: Tables, audit: Pick<AuditLog, 'append'>): Promise<AnnouncementBoard> {
    await tables.migrate(steps);
    const board = new AnnouncementBoard(tables, audit);
    board.#keep(await tables.run<AnnouncementRow>(`select * from ${table}`));
    return board;
  }

  get(announcementId: string): Announcement | undefined {
    return this.#all.get(announcementId);
  }

  /** Newest first. */
  list(): readonly Announcement[] {
    return [...this.#all.values()].sort((a, b) => b.publishMs - a.publishMs || (a.announcementId < b.announcementId ? -1 : 1));
  }

  /** One of this id that is there already stays as it is, and is the answer. Null: there are as many as there may be, and none of them is withdrawn. */
  async add(
    { announcementId, texts, pinned, audience, publishMs, updatedMs }: AnnouncementChange,
    { userId, username }: AnnouncementWriter,
  ): Promise<Announcement | null> {
    const added = await this.#tables.transaction(async (sql) => {
      const gone = await makeRoom(sql);
      if (gone === null) return null;
      const rows = await sql.run<AnnouncementRow>(
        `insert into ${table} (announcement_id, texts, pinned, author, publish_ms, updated_ms, audience) values ($1, $2, $3, $4, $5, $6, $7)
          on conflict (announcement_id) do nothing returning *`,
        [announcementId, JSON.stringify(texts), pinned, username, publishMs, updatedMs, JSON.stringify(audience)],
      );
      // Sent twice at once.
      if (rows.length === 0) return { gone, rows: await sql.run<AnnouncementRow>(ofId, [announcementId]) };
      await this.#note(sql, userId, 'announcement.made', [], rows);
      return { gone, rows };
    });
    if (added === null) return null;
    for (const id of added.gone) this.#all.delete(id);
    return this.#keep(added.rows);
  }

  /** The time of one of which users have heard stays, and whom it is for. Null: it is not there, or withdrawn. */
  async change(
    { announcementId, texts, pinned, audience, publishMs, updatedMs }: AnnouncementChange,
    userId: string,
  ): Promise<Announcement | null> {
    const changed = await this.#tables.transaction(async (sql) => {
      const before = await standing(sql, announcementId);
      const rows = await sql.run<AnnouncementRow>(
        `update ${table} set texts = $2, pinned = $3, publish_ms = case when told then publish_ms else $4 end, updated_ms = $5,
            audience = case when told then audience else $6 end
          where announcement_id = $1 and withdrawn_ms is null returning *`,
        [announcementId, JSON.stringify(texts), pinned, publishMs, updatedMs, JSON.stringify(audience)],
      );
      await this.#note(sql, userId, 'announcement.changed', before, rows);
      return rows;
    });
    return this.#keep(changed);
  }

  /** Null: it is not there, or withdrawn already. */
  async withdraw(announcementId: string, userId: string, nowMs: number): Promise<Announcement | null> {
    const withdrawn = await this.#tables.transaction(async (sql) => {
      const rows = await sql.run<AnnouncementRow>(
        `update ${table} set withdrawn_ms = $2, updated_ms = $2 where announcement_id = $1 and withdrawn_ms is null returning *`,
        [announcementId, nowMs],
      );
      await this.#note(sql, userId, 'announcement.withdrawn', rows, []);
      return rows;
    });
    return this.#keep(withdrawn);
  }

  /** Sends whoever it is for a message of what has been published since, in his language; gives whether there was any. */
  async tell(messages: Pick<Messages, 'sendTo'>, nowMs: number): Promise<boolean> {
    const due = [...this.#all.values()].filter((one) => !one.told && stateOf(one, nowMs) === 'published');
    for (const { announcementId } of due) {
      const told = await this.#tables.transaction(async (sql) => {
        const rows = await sql.run<AnnouncementRow>(
          `update ${table} set told = true where announcement_id = $1 and not told and withdrawn_ms is null and publish_ms <= $2 returning *`,
          [announcementId, nowMs],
        );
        for (const row of rows) {
          const { texts, audience } = announcementOf(row);
          const title = (language: Language): string => (texts[language] ?? texts.en).title;
          const body = (language: Language): string => (texts[language] ?? texts.en).text;
          const message = { kind: 'announcement', about: 'announcement', title, body, timeMs: nowMs } as const;
          await messages.sendTo(audience, { ...message, refersTo: announcementKey(announcementId) }, sql);
        }
        return rows;
      });
      this.#keep(told);
    }
    return due.length > 0;
  }

  /** What everybody was told stands in the audit word for word, with the change or not at all. */
  async #note(
    sql: Sql,
    actor: string,
    action: 'announcement.made' | 'announcement.changed' | 'announcement.withdrawn',
    before: readonly AnnouncementRow[],
    after: readonly AnnouncementRow[],
  ): Promise<void> {
    const id = (after[0] ?? before[0])?.announcement_id;
    if (id === undefined || (action === 'announcement.changed' && after.length === 0)) return;
    const entry = { actor, action, subject: `announcement/${id}`, reason: null };
    await this.#audit.append({ ...entry, before: factsOf(before[0]), after: factsOf(after[0]) }, sql);
  }

  /** Gives the last of them. */
  #keep(rows: readonly AnnouncementRow[]): Announcement | null {
    let last: Announcement | null = null;
    for (const row of rows) {
      last = announcementOf(row);
      this.#all.set(last.announcementId, last);
    }
    return last;
  }
}

/** As it stands until the transaction has changed it; nobody else changes it meanwhile. */
const standing = (sql: Sql, announcementId: string): Promise<readonly AnnouncementRow[]> =>
  sql.run<AnnouncementRow>(`select * from ${table} where announcement_id = $1 and withdrawn_ms is null for update`, [announcementId]);

/** By the names of the wire. */
const factsOf = (row: AnnouncementRow | undefined): AuditValue =>
  row === undefined
    ? null
    : {
        ...{ texts: JSON.parse(row.texts) as AuditValue, pinned: row.pinned },
        ...{ audience: JSON.parse(row.audience) as AuditValue, publish_time: Number(row.publish_ms) },
      };

/** Ids of what had to go; null: nothing may. */
async function makeRoom(sql: Sql): Promise<readonly string[] | null> {
  const [counted] = await sql.run<{ readonly announcements: string }>(`select count(*) as announcements from ${table}`);
  if (Number(counted?.announcements ?? 0) < mostAnnouncements) return [];
  const rows = await sql.run<Pick<AnnouncementRow, 'announcement_id'>>(
    `delete from ${table} where announcement_id =
      (select announcement_id from ${table} where withdrawn_ms is not null order by withdrawn_ms limit 1) returning announcement_id`,
  );
  return rows.length === 0 ? null : rows.map(({ announcement_id: id }) => id);
}

const announcementOf = (row: AnnouncementRow): Announcement => ({
  announcementId: row.announcement_id,
  texts: JSON.parse(row.texts) as AnnouncementTexts,
  pinned: row.pinned,
  audience: JSON.parse(row.audience) as Audience,
  author: row.author,
  publishMs: Number(row.publish_ms),
  told: row.told,
  withdrawnMs: row.withdrawn_ms === null ? null : Number(row.withdrawn_ms),
  updatedMs: Number(row.updated_ms),
});
