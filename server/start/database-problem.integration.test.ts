import { expect, it } from 'vitest';
import { SettingError } from '../settings.ts';
import { openStore } from '../store/open-store.ts';
import { databaseProblem } from './database-problem.ts';

it('names the setting and the host of a database that cannot be reached, never the password', async () => {
  const url = 'postgres://tessera:secret@127.0.0.1:1/tessera';
  const error = await openStore({ dataDir: '/unused', databaseUrl: url }).catch((problem: unknown) => databaseProblem(problem, url));
  expect(error).toEqual(new SettingError('TESSERA_DATABASE_URL', '127.0.0.1:1 cannot be reached (ECONNREFUSED)'));
});

it('leaves every other error as it is', () => {
  const error = new Error('something else');
  expect(databaseProblem(error, 'postgres://a:b@c/d')).toBe(error);
  expect(databaseProblem(error, null)).toBe(error);
});
