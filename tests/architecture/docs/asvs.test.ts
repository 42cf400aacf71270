import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, root } from '../reading/source-files.ts';

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 begins with; those of level 3 come after them, but for where it says which. */
const sections: Readonly<Record<string, number | readonly number[]>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': [1, 2, 3, 4], '17.3': 2 },
};
const asked = Object.entries(sections).flatMap(([section, count]) =>
  (typeof count === 'number' ? Array.from({ length: count }, (_, at) => at + 1) : count).map((number) => `${section}.${number}`),
);
const states = ['attacked', 'built', 'document', 'deviation', 'n/a'] as const;

const cellsOf = (line: string): readonly string[] => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim());
const rows = readSource('docs/asvs.md')
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [id = '', level = '', about = '', state = '', shown = ''] = cellsOf(line);
    return { id, level, about, state, shown };
  });
const chapterOf = (id: string): string => `V${id.split('.')[0]}`;

describe('the table of ASVS', () => {
  it('has each requirement of levels 1 and 2 once, in the order of the standard, and no other', () => {
    expect(rows.map(({ id }) => id)).toEqual(asked);
    expect(asked).toHaveLength(253);
    expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
  });

  it('says of each what becomes of it, and why', () => {
    for (const { id, level, about, state, shown } of rows) {
      expect(['1', '2'], id).toContain(level);
      expect(states, id).toContain(state);
      expect(about.length, id).toBeGreaterThan(3);
      expect(shown.length, id).toBeGreaterThan(3);
    }
  });

  it('names tests that are there and attack by the sentence that it quotes', () => {
    for (const { id, shown } of rows.filter(({ state }) => state === 'attacked')) {
      const tests = [...shown.matchAll(/`([^`]+)`: “([^”]+)”/g)];
      expect(tests.length, id).toBeGreaterThan(0);
      for (const [, file = '', sentence = ''] of tests) {
        expect(file, id).toMatch(/\.(test|journey)\.tsx?$/);
        const lines = readSource(file).split('\n');
        expect(
          lines.some((line) => /\b(it|test|describe)\b|^\s*'|^\]\)\(/.test(line) && line.includes(sentence)),
          `${id}: ${file} has no test “${sentence}”`,
        ).toBe(true);
      }
    }
  });

  it('counts as attacked only what is tried at something that runs: a server, its database or a page', () => {
    const runs = /^tests\/integration\/|\.integration\.test\.tsx?$|^e2e\/.*\.journey\.ts$/;
    const attacked = rows.filter(({ state }) => state === 'attacked');
    const tried = attacked.filter(({ shown }) => [...shown.matchAll(/`([^`]+)`: “/g)].some(([, file = '']) => runs.test(file)));
    expect(attacked.filter((row) => !tried.includes(row)).map(({ id }) => id)).toEqual([]);
  });

  it('names no file that is not there', () => {
    const named = rows.flatMap(({ id, shown }) =>
      [...shown.matchAll(/`((?:app|core|docs|e2e|plugins|schemas|server|tests)\/[A-Za-z0-9./_-]+)`/g)].map(
        ([, path = '']) => `${id} ${path}`,
      ),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((one) => !existsSync(join(root, one.split(' ')[1] ?? '')))).toEqual([]);
  });

  it('is counted by chapter in docs/security.md', () => {
    const counted = readSource('docs/security.md')
      .split('\n')
      .filter((line) => /^\| (V\d+|all) /.test(line))
      .map((line) => {
        const [name = '', ...numbers] = cellsOf(line);
        return [name.split(' ')[0] ?? '', ...numbers.map(Number)];
      });
    const chapters = [...new Set(asked.map(chapterOf)), 'all'];
    expect(counted).toEqual(
      chapters.map((chapter) => {
        const own = rows.filter(({ id }) => chapter === 'all' || chapterOf(id) === chapter);
        return [chapter, own.length, ...states.map((state) => own.filter((row) => row.state === state).length)];
      }),
    );
  });
});
