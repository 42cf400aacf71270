import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type ThemeName, themeNames } from '../../../core/contract/theme.ts';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** Hex tokens of a theme: the dark one's below its own. */
function tokensOf(theme: ThemeName): ReadonlyMap<string, string> {
  const tokens = new Map<string, string>();
  for (const [, selector, body] of css.matchAll(/(\[data-theme[^{]*)\{([^}]*)\}/g)) {
    if (selector?.trim() !== '[data-theme]' && selector?.trim() !== `[data-theme="${theme}"]`) continue;
    for (const [, name, value] of (body ?? '').matchAll(/--tessera-([\w-]+): (#[0-9a-f]{6});/g)) tokens.set(name ?? '', value ?? '');
  }
  return tokens;
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['canvas', 'surface', 'raised', 'hover'];
const words = ['text', 'muted', 'accent-text', 'green', 'red', 'warn', 'danger'];

it.each(themeNames)('%s keeps words readable on every ground', (theme) => {
  const tokens = tokensOf(theme);
  const colour = (name: string): string => tokens.get(name) ?? expect.fail(`${name} is missing`);
  const least = theme === 'contrast' ? 7 : 4.5;
  const weak: string[] = [];
  const check = (front: string, back: string, wanted: number): void => {
    const ratio = contrast(colour(front), colour(back));
    if (ratio < wanted) weak.push(`${front} on ${back}: ${ratio.toFixed(2)}`);
  };
  for (const ground of grounds) {
    for (const word of words) check(word, ground, least);
    check('text', ground, 7);
    check('accent', ground, 3);
  }
  check('on-accent', 'accent', least);
  check('on-accent', 'accent-hover', least);
  check('on-side', 'green', least);
  check('on-side', 'red', least);
  expect(weak).toEqual([]);
});
