/**
 * One step of the schema, forward only. Never change a step that has been released: add another.
 * SQL must run on PostgreSQL 15 as well as on PGlite's 18.
 */
export interface Migration {
  /** 1, 2, 3 … without gaps. */
  readonly id: number;
  readonly name: string;
  readonly statements: readonly string[];
}
