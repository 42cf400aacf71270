import { expect, it } from 'vitest';
import type { WholeBackup } from './catalogue.ts';
import { chooseBackup, type Moment, requireReached } from './choose-backup.ts';
import type { Manifest } from './manifest.ts';

const manifest = (timeMs: number, stored: number, last: number): Manifest => ({
  ...{ format: 1, kind: 'whole', product: '1.0.0', migration: 1, timeMs, keyMark: null, hasKey: false, tables: {}, files: [] },
  venues: { house: { first: 1, stored, last, timeMs, stateHash: 'a', lastRecord: 1 } },
});
const backup = (name: string, timeMs: number, stored: number, last: number, later: readonly number[] = []): WholeBackup => ({
  ...{ name, manifest: manifest(timeMs, stored, last) },
  later: later.map((end) => ({ name: `${name}/later/${end}`, manifest: { ...manifest(timeMs, 0, end), kind: 'later' } })),
});
const backups = [backup('monday', 1_000, 10, 12, [40]), backup('tuesday', 2_000, 30, 32)];
const at = (untilMs: number | null, sequence?: number): Moment => ({
  untilMs,
  untilCommand: sequence === undefined ? null : { exchange: 'house', sequence },
});
const chosen = (moment: Moment, name?: string): string => chooseBackup(backups, name, moment, 'there').name;

it('takes the newest whose database is not after the moment, or the one that was named', () => {
  expect([at(null), at(2_000), at(1_999), at(null, 30), at(null, 29)].map((moment) => chosen(moment))).toEqual([
    ...['tuesday', 'tuesday', 'monday', 'tuesday', 'monday'],
  ]);
  expect(chosen(at(null), 'monday')).toBe('monday');
});

it('names what none of them can lead to', () => {
  expect(() => chosen(at(999))).toThrow(
    '--until: 1970-01-01T00:00:00.999Z is before monday, whose database is of 1970-01-01T00:00:01.000Z',
  );
  expect(() => chosen(at(1_500), 'tuesday')).toThrow('--until: 1970-01-01T00:00:01.500Z is before tuesday');
  expect(() => chosen(at(null, 9))).toThrow('--until-command: the database of monday has stored command 10 of house already');
  expect(() => chosen(at(null), 'sunday')).toThrow('--backup: sunday is not among those in there: monday, tuesday');
  expect(() => chooseBackup([], undefined, at(null), 'there')).toThrow('there is no whole backup in there');
  const [monday] = backups as [WholeBackup];
  expect(() => requireReached(monday, at(null, 40))).not.toThrow();
  expect(() => requireReached(monday, at(null, 41))).toThrow('the journal of house ends with command 40 in monday');
  expect(() => requireReached(monday, { untilMs: null, untilCommand: { exchange: 'other', sequence: 1 } })).toThrow(
    'monday has no exchange other; it has house',
  );
});
