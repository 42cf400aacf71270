import { expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { LogMemory } from './log-memory.ts';

const line = (level: number, timeMs: number, fields: object): string => `${JSON.stringify({ level, time: timeMs, ...fields })}\n`;

it('puts lines together that say the same, with how many there were and when', () => {
  const memory = new LogMemory();
  memory.take(line(30, 1, { msg: 'all is well' }));
  memory.take(line(40, 2, { part: 'jobs', msg: 'a job is late', job: 'a' }));
  memory.take(line(50, 3, { part: 'disk', msg: 'no room' }));
  memory.take(line(40, 4, { part: 'jobs', msg: 'a job is late', job: 'b' }));
  expect(memory.groups()).toEqual([
    { level: 'warn', part: 'jobs', text: 'a job is late', count: 2, firstMs: 2, lastMs: 4, detail: '{"job":"b"}' },
    { level: 'error', part: 'disk', text: 'no room', count: 1, firstMs: 3, lastMs: 3, detail: '{}' },
  ]);
  expect([memory.counts, memory.errorsSince(3), memory.errorsSince(4)]).toEqual([{ warn: 2, error: 1 }, 1, 0]);
});

it('keeps so many kinds of lines and no more, and those that were told last', () => {
  const memory = new LogMemory();
  for (let at = 0; at < 300; at++) {
    memory.take(line(50, at, { msg: 'again and again' }));
    memory.take(line(50, at, { msg: `error ${at}`, why: 'x'.repeat(10_000) }));
  }
  const groups = memory.groups();
  expect([groups.length, groups[0]?.text, groups[1]]).toMatchObject([200, 'error 299', { text: 'again and again', count: 300 }]);
  expect(groups.every(({ detail }) => detail.length <= 4_000)).toBe(true);
});

it('never holds what the log blots out', () => {
  const written: string[] = [];
  const logger = createLogger('info', (text) => written.push(text));
  logger.hide('s3cret-value');
  logger.named('venue').error({ password: 'harbour', err: new Error('refused s3cret-value') }, 'the exchange said s3cret-value');
  const [group] = logger.memory.groups();
  expect(group).toMatchObject({ level: 'error', part: 'venue', text: 'the exchange said [secret]', count: 1 });
  expect(JSON.stringify(logger.memory.groups())).not.toMatch(/s3cret-value|harbour/);
  expect(written).toHaveLength(1);
});
