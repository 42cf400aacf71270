import { describe, expect, it } from 'vitest';
import { passwordFault, passwordStrength } from './password-rules.ts';

const strengths = (...passwords: string[]) => passwords.map((password) => [password, passwordStrength(password)]);
const all = (strength: string, ...passwords: string[]) => passwords.map((password) => [password, strength]);

describe('the strength of a password', () => {
  it('is low for what lists of guesses begin with, however it is dressed up', () => {
    const weak = ['Password123!', 'P@ssw0rd2026', 'qwertyuiop12', '12345678', 'hgfedcba1', 'aaaabbbb', '!!Admin!!2026', 'abababab', 'Ab1!'];
    expect(strengths(...weak)).toEqual(all('low', ...weak));
  });

  it('is low for a short word of one kind of characters, and medium with a second kind', () => {
    expect(strengths('mosaiken', 'mosaiken74')).toEqual([
      ['mosaiken', 'low'],
      ['mosaiken74', 'medium'],
    ]);
  });

  it('is high for twelve characters of three kinds, and for sixteen of two', () => {
    const strong = ['Mosaic-stone', 'harbour lamp moss', '晨光-Mosaic-河流', 'kT9#vQ2mLz7w'];
    expect(strengths(...strong)).toEqual(all('high', ...strong));
  });
});

describe('a password that somebody chooses', () => {
  it('has 8 to 20 characters, counted as people count them', () => {
    expect(passwordFault('kT9#vQ2', [])).toBe('PASSWORD_LENGTH');
    expect(passwordFault('kT9#vQ2m', [])).toBeNull();
    expect(passwordFault('harbour lamp moss 12', [])).toBeNull();
    expect(passwordFault('harbour lamp moss 123', [])).toBe('PASSWORD_LENGTH');
    expect(passwordFault('kT9#🐟🐠🐡🦈', [])).toBeNull();
  });

  it('holds none of his names, and is not low', () => {
    expect(passwordFault('xx-OLGA-lamp-7', ['olga'])).toBe('PASSWORD_HAS_NAME');
    expect([passwordStrength('xx-OLGA-lamp-7'), passwordStrength('xx-OLGA-lamp-7', ['olga'])]).toEqual(['high', 'low']);
    expect(passwordFault('ol-lamp-moss-7', ['ol'])).toBeNull();
    expect(passwordFault('Password123!', ['olga'])).toBe('PASSWORD_LOW');
  });
});
