import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { readableLine } from './readable-line.ts';

it('says in one line when, how bad, whose and what, with its figures; of an error also where', () => {
  const lines: string[] = [];
  const logger = createLogger('info', (line) => lines.push(readableLine(line)));
  logger.named('start').info({ phase: 'database', ms: 27 }, 'a part of the start is done');
  logger.warn({ plugin: 'page-data', elapsedMs: 561 }, 'a plugin is slow');
  logger.warn({ err: new Error('no disk') }, 'it goes on');
  logger.error({ err: new Error('no disk') }, 'it ends');
  logger.info({}, 'nothing more');
  const [start, slow, warned, failed, bare] = lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''));
  expect(start).toBe('info  start: a part of the start is done (phase database, ms 27)\n');
  expect(slow).toBe('warn  page-data: a plugin is slow (elapsedMs 561)\n');
  expect(warned).toBe('warn  it goes on (error no disk)\n');
  expect(failed).toMatch(/^error it ends \(error no disk\)\nError: no disk\n {4}at /);
  expect(bare).toBe('info  nothing more\n');
  expect(lines.every((line) => /^\d\d:\d\d:\d\d /.test(line))).toBe(true);
});

it('lets no text of somebody else move the cursor, colour the terminal or begin a line', () => {
  const lines: string[] = [];
  const logger = createLogger('info', (line) => lines.push(readableLine(line)));
  logger.warn({ reason: '\u001b[2J\u009b31m' }, 'first\nerror forged');
  expect(lines[0]).toContain('first\\u000aerror forged (reason \\u001b[2J\\u009b31m)');
  expect(lines[0]?.match(/\n/g)).toHaveLength(1);
});
