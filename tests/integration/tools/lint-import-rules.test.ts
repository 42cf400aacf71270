import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { messageOf } from '../../../scripts/import-rules/import-check.ts';
import { biomeRoomsFile, importRules } from '../../../scripts/import-rules.ts';
import { plantedImports } from '../../architecture/reading/planted-imports.ts';
import { root } from '../../architecture/reading/source-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'import-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('lint fails each planted violation with the message of its room, and none of the allowed imports', () => {
  cpSync(biomeRoomsFile, join(folder, 'biome.rooms.json'));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ extends: ['./biome.rooms.json'], linter: { rules: { preset: 'none' } } }));
  for (const [file, forbidden, allowed] of Object.values(plantedImports)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `import '${allowed}';\nimport '${forbidden}';\n`);
  }
  const found = lint(folder);
  for (const rule of importRules) {
    const [file] = plantedImports[rule.room] ?? [''];
    expect(found.filter((entry) => entry.file === file)).toEqual([{ file, line: 2, message: messageOf(rule) }]);
  }
});

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Runs Biome in a folder and reads its findings. */
function lint(folder: string): readonly Finding[] {
  const biome = join(root, 'node_modules/.bin/biome');
  const text = spawnText(biome, ['lint', '--reporter=github', '--max-diagnostics=none', '.'], folder);
  return [...text.matchAll(/^::error title=[^,]*,file=([^,]+),line=(\d+),[^:]*::(.+)$/gm)].map(([, file = '', line, message = '']) => ({
    file: file.replace(/^\.\//, ''),
    line: Number(line),
    message: message.trim(),
  }));
}

/** Output of a program that is expected to end with an error. */
function spawnText(program: string, parameters: readonly string[], cwd: string): string {
  try {
    return execFileSync(program, parameters, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    return String((error as { readonly stdout: unknown }).stdout);
  }
}
