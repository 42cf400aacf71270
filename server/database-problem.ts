import { SettingError } from './settings.ts';

const unreachable: readonly unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
];
/** Classes of PostgreSQL: refused sign-in, and no such database. */
const refused: readonly unknown[] = ['28000', '28P01', '3D000'];

/** Why the server's database cannot be used, without its password; any other error as it is. */
export function databaseProblem(error: unknown, databaseUrl: string | null): unknown {
  if (databaseUrl === null || !(error instanceof Error) || !('code' in error)) return error;
  const { host } = new URL(databaseUrl);
  if (unreachable.includes(error.code))
    return new SettingError('TESSERA_DATABASE_URL', `${host} cannot be reached (${String(error.code)})`);
  if (refused.includes(error.code)) return new SettingError('TESSERA_DATABASE_URL', `${host} refuses: ${error.message}`);
  return error;
}
