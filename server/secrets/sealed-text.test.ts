import { expect, it } from 'vitest';
import { keyFor, seal, unseal } from './sealed-text.ts';

const key = keyFor(Buffer.alloc(32, 1), 'a test');

it('opens what was sealed under the same key for the same place, and seals the same text never alike', () => {
  const sealed = seal(key, 'venue-far/key', 'open sesame');
  expect(unseal(key, 'venue-far/key', sealed)).toBe('open sesame');
  expect(seal(key, 'venue-far/key', 'open sesame')).not.toBe(sealed);
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('sesame');
});

it('opens nothing under another key, at another place or after a change', () => {
  const sealed = seal(key, 'venue-far/key', 'open sesame');
  const bytes = Buffer.from(sealed, 'base64');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  expect(unseal(keyFor(Buffer.alloc(32, 2), 'a test'), 'venue-far/key', sealed)).toBeNull();
  expect(unseal(keyFor(Buffer.alloc(32, 1), 'another test'), 'venue-far/key', sealed)).toBeNull();
  expect(unseal(key, 'venue-other/key', sealed)).toBeNull();
  expect(unseal(key, 'venue-far/key', bytes.toString('base64'))).toBeNull();
  for (const text of ['', 'AAAA', 'nonsense']) expect(unseal(key, 'venue-far/key', text)).toBeNull();
});
