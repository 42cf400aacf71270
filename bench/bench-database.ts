import { randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * A fresh database on the PostgreSQL that `TESSERA_TEST_POSTGRES` names or that listens on 127.0.0.1:5432, for as long as `use` takes.
 * Gives what `use` gives.
 */
export async function withDatabase<T>(use: (databaseUrl: string) => Promise<T>): Promise<T> {
  const admin = process.env.TESSERA_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const name = `tessera_bench_${randomBytes(6).toString('hex')}`;
  await administer(admin, `create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  try {
    return await use(url.href);
  } finally {
    await administer(admin, `drop database ${name} with (force)`);
  }
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
