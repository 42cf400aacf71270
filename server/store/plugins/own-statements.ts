import { sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import { type NamedRelation, relationsIn, statementProblem } from './own-relations.ts';

/** Statements whose text was read; a plugin has some dozens of them, unless it writes values into the text. */
const mostKnown = 500;
/** What every user of the database may look up. */
const catalogues: readonly (string | null)[] = ['pg_catalog', 'information_schema'];

/**
 * Keeps the statements of one plugin to its own tables. It reads their text, against mistakes: the server half of a plugin is code of the
 * build, and a function that a migration has made may still do what it likes.
 */
export class OwnStatements {
  readonly #pluginId: string;
  readonly #prefix: string;
  /** Problem by statement, null for what may be run. */
  readonly #known = new Map<string, string | null>();
  /** Tables and views that were there when the first statement came. */
  #present: ReadonlySet<string> | null = null;

  constructor(pluginId: string, prefix: string) {
    this.#pluginId = pluginId;
    this.#prefix = prefix;
  }

  async check(statement: string, database: Database): Promise<void> {
    let problem = this.#known.get(statement);
    if (problem === undefined) {
      problem = statementProblem(statement) ?? (await this.#foreign(relationsIn(statement), database));
      if (this.#known.size >= mostKnown) this.#known.clear();
      this.#known.set(statement, problem);
    }
    if (problem !== null) throw new Error(`plugin "${this.#pluginId}": ${problem}`);
  }

  async #foreign(relations: readonly NamedRelation[], database: Database): Promise<string | null> {
    const others = relations.filter(({ schema, name }) => !name.startsWith(this.#prefix) && !catalogues.includes(schema));
    if (others.length === 0) return null;
    this.#present ??= await presentIn(database);
    const foreign = others.find(({ schema, name }) => schema !== null || name.includes('__') || this.#present?.has(name));
    return foreign === undefined ? null : `table "${foreign.name}" is not its own: those that it may use begin with "${this.#prefix}"`;
  }
}

async function presentIn(database: Database): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly relname: string }>`
    select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`.execute(
    database,
  );
  return new Set(rows.map(({ relname }) => relname));
}
