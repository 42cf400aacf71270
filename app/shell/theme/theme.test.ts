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

/** Light of a channel, of 0 to 1. */
function linear(hex: string): number {
  const part = Number.parseInt(hex, 16) / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(hex.slice(at, at + 2)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** CIE L*a*b* of a colour under D65. */
function labOf(hex: string): readonly [number, number, number] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(hex.slice(at, at + 2)));
  const bent = (value: number): number => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = bent((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
  const y = bent(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const z = bent((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** ΔE of 1976: from some 20 on two colours are told apart at a glance. */
const difference = (one: string, other: string): number => Math.hypot(...labOf(one).map((part, at) => part - (labOf(other)[at] ?? 0)));

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

it.each(themeNames)('%s shows rising prices in another colour than what is chosen, and falling ones in another than warnings', (theme) => {
  const tokens = tokensOf(theme);
  const apart = (one: string, other: string): number => difference(tokens.get(one) ?? '', tokens.get(other) ?? '');
  expect(apart('green', 'accent')).toBeGreaterThan(25);
  expect(apart('green', 'accent-text')).toBeGreaterThan(20);
  expect(apart('red', 'warn')).toBeGreaterThan(25);
  expect(apart('green', 'red')).toBeGreaterThan(60);
});

it('draws the borders of panels in high contrast, and leaves them to the system where it sets the colours', () => {
  expect(css.match(/\[data-theme="contrast"\] \{[^}]*--tessera-panel-line: var\(--tessera-line-strong\)/)).not.toBeNull();
  const frame = readFileSync(new URL('../../layout/golden/golden-layout.css', import.meta.url), 'utf8');
  // A transparent border is one that forced colours show.
  expect(frame).toContain('border: 1px solid var(--tessera-panel-line)');
  expect(css).toContain('--tessera-panel-line: transparent');
});
