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
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(unseal(key, 'venue-far/key', changed.toString('base64')), `byte ${at}`).toBeNull();
    // A shorter tag would be easier to guess.
    expect(unseal(key, 'venue-far/key', bytes.subarray(0, at).toString('base64')), `the first ${at} bytes`).toBeNull();
  }
  expect(unseal(keyFor(Buffer.alloc(32, 2), 'a test'), 'venue-far/key', sealed)).toBeNull();
  expect(unseal(keyFor(Buffer.alloc(32, 1), 'another test'), 'venue-far/key', sealed)).toBeNull();
  expect(unseal(key, 'venue-other/key', sealed)).toBeNull();
  for (const text of ['', 'AAAA', 'nonsense']) expect(unseal(key, 'venue-far/key', text)).toBeNull();
});
