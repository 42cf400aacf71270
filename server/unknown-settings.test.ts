import { expect, it } from 'vitest';
import { readSource, repositoryFiles } from '../tests/architecture/reading/source-files.ts';
import { settingTable } from './settings.ts';
import { unknownSettings, unknownSettingText } from './unknown-settings.ts';

const known = Object.values(settingTable).map(({ name }) => name);

it.each([
  ['TESSERA_PROT', 'TESSERA_PORT'],
  ['TESSERA_LOGLEVEL', 'TESSERA_LOG_LEVEL'],
  ['TESSERA_LOG', 'TESSERA_LOG_LEVEL'],
  ['TESSERA_ORIGIN', 'TESSERA_ORIGINS'],
  ['TESSERA_DATABASE', 'TESSERA_DATABASE_URL'],
  ['TESSERA_DATA_FOLDER', 'TESSERA_DATA'],
  ['TESSERA_QUOTA_MB', 'TESSERA_USER_QUOTA_MB'],
  ['TESSERA_TRUSTED_PROXY', 'TESSERA_TRUSTED_PROXIES'],
  ['TESSERA_SESION_HOURS', 'TESSERA_SESSION_HOURS'],
  ['TESSERA_DISK_FLOOR_MB', 'TESSERA_DISK_FLOOR'],
])('%s is told of as a misspelt %s', (setting, nearest) => {
  expect(unknownSettings({ [setting]: '1' })).toEqual([{ setting, nearest }]);
});

it('a warning names the setting and the one that was meant, and never the value', () => {
  const [found] = unknownSettings({ TESSERA_MASTERKEY: 'secret', PATH: '/bin' });
  expect(found && unknownSettingText(found)).toBe(
    'TESSERA_MASTERKEY is no setting of the server and changes nothing; TESSERA_MASTER_KEY may be meant',
  );
});

it('neither settings nor what tests, benches and scripts of this repository read are told of', () => {
  const tools = repositoryFiles().filter((file) => /^(tests|e2e|bench|scripts)\/.*\.(ts|tsx|mjs)$/.test(file));
  const lines = tools.flatMap((file) => readSource(file).split('\n')).filter((line) => line.includes('process.env'));
  const read = lines.flatMap((line) => line.match(/TESSERA_[A-Z_]*[A-Z]/g) ?? []);
  const names = new Set([...read, ...known]);
  expect([...names]).toEqual(
    expect.arrayContaining(['TESSERA_CHROMIUM', 'TESSERA_FUZZ_SEED', 'TESSERA_KIT_PLUGINS', 'TESSERA_TEST_POSTGRES']),
  );
  expect(unknownSettings(Object.fromEntries([...names].map((name) => [name, '1'])))).toEqual([]);
});
