import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root: string = fileURLToPath(new URL('../../../', import.meta.url));

/** Files that git knows or would take, as paths from the root; deleted ones left out. */
export function repositoryFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  return listed.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
}

export const sourceFiles = (): readonly string[] => repositoryFiles().filter((file) => /\.tsx?$/.test(file));

export const readSource = (file: string): string => readFileSync(join(root, file), 'utf8');

export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || /^(tests|e2e|bench|scripts)\//.test(file);
