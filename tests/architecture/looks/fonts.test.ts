import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, repositoryFiles, root } from '../reading/source-files.ts';

const isFont = (file: string): boolean => /\.(woff2?|ttf|otf|eot)$/i.test(file);

interface Lock {
  readonly packages: Readonly<Record<string, { readonly license?: string }>>;
}
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;

describe('the fonts of the product', () => {
  it('lie in no file of the repository, and come from packages with an open licence for fonts', () => {
    expect(repositoryFiles().filter(isFont)).toEqual([]);
    const named = [...readSource('app/shell/theme/font.css').matchAll(/['"]([^'"]+\.(?:woff2?|ttf|otf))['"]/g)].map(
      ([, path = '']) => path,
    );
    expect(named.length).toBeGreaterThan(0);
    for (const path of named) {
      const [, name = ''] = /((?:@[^/]+\/)?[^/]+)\/files\//.exec(path) ?? [];
      expect(packages[`node_modules/${name}`]?.license, path).toBe('OFL-1.1');
      expect(existsSync(join(root, 'node_modules', name, 'LICENSE')), name).toBe(true);
    }
  });

  it('are none of a picture for signing in: its package and the font in it are gone', () => {
    expect(Object.keys(packages).filter((path) => /captcha/.test(path))).toEqual([]);
  });
});

/** Style sheets of the workspace: the public site grows with the window, and the theme names the sizes. */
const sheets = repositoryFiles().filter(
  (file) => file.endsWith('.css') && /^(app|core|plugins)\//.test(file) && !/\/site|\/shell\/theme\//.test(file),
);

it('letters of the workspace have the sizes of the theme and no others', () => {
  expect(sheets.length).toBeGreaterThan(50);
  const strays = sheets.flatMap((file) =>
    readSource(file)
      .split('\n')
      .flatMap((line, at) => (/\bfont(-size)?:[^;]*\d(px|rem|pt|%)/.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  );
  expect(strays).toEqual([]);
});
