import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingTable } from '../../../server/settings.ts';
import { root } from '../../architecture/reading/source-files.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** A fenced block: a command to type, or a file to write. */
interface Step {
  readonly file: string | null;
  readonly text: string;
}

const sectionOf = (text: string, heading: string): string => {
  const start = text.indexOf(heading);
  return text.slice(start, text.indexOf('\n## ', start + 1));
};

function stepsOf(text: string): Step[] {
  return [...text.matchAll(/^```(\S+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(([, , file, text]) => ({
    file: file ?? null,
    text: text ?? '',
  }));
}

describe('what a reader types', () => {
  // A copy of the repository, so that the commands can be run as they stand.
  mkdirSync(join(root, '.data'), { recursive: true });
  const copy = mkdtempSync(join(root, '.data', 'readme-'));
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  beforeAll(() => {
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter(Boolean);
    for (const file of files)
      if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file), { recursive: true, force: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    // What the compiler knows of the repository it need not find out again for each guide.
    const known = join('dist', 'types.tsbuildinfo');
    if (existsSync(join(root, known))) cpSync(join(root, known), join(copy, known));
    execFileSync('git', ['init', '--quiet'], { cwd: copy });
  });

  it.each([
    ['the README', sectionOf(readme, '## Write a plugin in ten minutes'), 'plugins/panel-spread'],
    ['“Write a strategy”', readFileSync(join(root, 'docs/write-a-strategy.md'), 'utf8'), 'plugins/strategy-dip'],
    ['“Write a feature”', readFileSync(join(root, 'docs/write-a-feature.md'), 'utf8'), 'plugins/feature-diary'],
    ['“Write a public page”', readFileSync(join(root, 'docs/write-a-page.md'), 'utf8'), 'plugins/site-partners'],
  ])(
    'from %s leads to a working plugin, word by word',
    (_, text, folder) => {
      const steps = stepsOf(text);
      expect(steps.length).toBeGreaterThan(6);
      for (const step of steps) {
        if (step.file !== null) writeFileSync(join(copy, step.file), step.text);
        else for (const command of step.text.trim().split('\n')) runAsTyped(command, copy);
      }
      expect(steps.every(({ file }) => file === null || dirname(file).startsWith(folder))).toBe(true);
    },
    240_000,
  );
});

describe('the README', () => {
  it('names every setting with its default, and no other', () => {
    const rows = [...readme.matchAll(/^\| `(TESSERA_[A-Z_]+)` \| (?:`([^`]*)`)? ?\|/gm)].map(([, name, fallback]) => [
      name,
      fallback ?? '',
    ]);
    expect(rows).toEqual(Object.values(settingTable).map(({ name, fallback }) => [name, fallback]));
  });
});

function runAsTyped(command: string, cwd: string): void {
  try {
    execFileSync('sh', ['-c', command], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
      stdio: 'pipe',
    });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${command}\n${stdout}\n${stderr}`);
  }
}
