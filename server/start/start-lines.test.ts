import { expect, it } from 'vitest';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { createLogger } from '../logger.ts';
import { StartLines } from './start-lines.ts';

const begun = () => {
  const said: string[] = [];
  const clock = new ManualClock(0);
  const lines = new StartLines(
    (line) => said.push(String((JSON.parse(line) as { msg: string }).msg)),
    (ms, task) => clock.after(ms, task),
  );
  return { said, clock, lines, logger: createLogger('warn', (line) => lines.take(line)) };
};

it('lets warnings of a start wait until it is said what to open, and none after that', () => {
  const { said, lines, logger } = begun();
  logger.warn({}, 'a plugin is slow');
  expect(said).toEqual([]);
  said.push('what to open');
  lines.release();
  logger.warn({}, 'a disk is nearly full');
  expect(said).toEqual(['what to open', 'a plugin is slow', 'a disk is nearly full']);
});

it('lets no error wait, nor what was said before it', () => {
  const { said, logger } = begun();
  logger.warn({}, 'a plugin is slow');
  logger.error({}, 'the server cannot start');
  expect(said).toEqual(['a plugin is slow', 'the server cannot start']);
});

it('lets nobody wait longer than half a minute', async () => {
  const { said, clock, logger } = begun();
  logger.warn({}, 'waiting for the database');
  await clock.advance(30_000);
  expect(said).toEqual(['waiting for the database']);
});
