import { SettingError } from '../settings.ts';
import { StoreError } from '../store/store-error.ts';

/** Classes of PostgreSQL: refused sign-in, and no such database. */
const refused: readonly unknown[] = ['28000', '28P01', '3D000'];

/** Why the server's database cannot be used, without its password; any other error as it is. */
export function databaseProblem(error: unknown, databaseUrl: string | null): unknown {
  if (databaseUrl === null || !(error instanceof Error) || !('code' in error)) return error;
  const { host } = new URL(databaseUrl);
  if (error instanceof StoreError && error.code === 'STORE_AWAY')
    return new SettingError('TESSERA_DATABASE_URL', `${host} cannot be reached (${reasonOf(error.cause)})`);
  if (refused.includes(error.code)) return new SettingError('TESSERA_DATABASE_URL', `${host} refuses: ${error.message}`);
  return error;
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? String(cause.code) : cause.message;
}
