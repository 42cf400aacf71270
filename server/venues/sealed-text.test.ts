import { expect, it } from 'vitest';
import { seal, sealingKey, unseal } from './sealed-text.ts';

const key = sealingKey(Buffer.alloc(32, 1));

it('opens what was sealed under the same key for the same place, and seals the same text never alike', () => {
  const sealed = seal(key, 'venue-far/key', 'open sesame');
  expect(unseal(key, 'venue-far/key', sealed)).toBe('open sesame');
  expect(seal(key, 'venue-far/key', 'open sesame')).not.toBe(sealed);
  expect(Buffer.from(sealed.slice(2), 'base64').toString('latin1')).not.toContain('sesame');
});

it('opens nothing under another key, at another place or after a change', () => {
  const sealed = seal(key, 'venue-far/key', 'open sesame');
  const bytes = Buffer.from(sealed.slice(2), 'base64');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  expect(unseal(sealingKey(Buffer.alloc(32, 2)), 'venue-far/key', sealed)).toBeNull();
  expect(unseal(key, 'venue-other/key', sealed)).toBeNull();
  expect(unseal(key, 'venue-far/key', `1:${bytes.toString('base64')}`)).toBeNull();
  for (const text of ['', '1:', '2:AAAA', 'nonsense']) expect(unseal(key, 'venue-far/key', text)).toBeNull();
});
