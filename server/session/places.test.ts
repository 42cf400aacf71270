import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writePlaces } from '../../tests/kit/places/places-file.ts';
import { readSettings } from '../settings.ts';
import { noPlaces, openPlaces } from './places.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-places-'));
const file = join(folder, 'places.mmdb');
writePlaces(file, { '203.0.113.9': { country: 'CH', city: 'Zurich' }, '198.51.100.4': { country: 'JP' } });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('knows country and city of an address, the country alone where there is no more, and nothing of others', () => {
  const places = openPlaces(file);
  expect(['203.0.113.9', '198.51.100.4', '203.0.113.8', '127.0.0.1', '2001:db8::1', 'no address', ''].map((ip) => places.of(ip))).toEqual([
    { country: 'CH', city: 'Zurich' },
    { country: 'JP', city: null },
    ...[null, null, null, null, null],
  ]);
});

it('knows nothing without a database', () => {
  expect(noPlaces.of('203.0.113.9')).toBeNull();
  expect(readSettings({}, []).places.of('203.0.113.9')).toBeNull();
});

it('stops the start where the setting names no database of places', () => {
  const other = join(folder, 'other.mmdb');
  writeFileSync(other, 'something else');
  const providers = join(folder, 'providers.mmdb');
  writePlaces(providers, { '203.0.113.9': { country: 'CH' } }, 'GeoLite2-ASN');
  for (const path of [other, providers, join(folder, 'none.mmdb')])
    expect(() => readSettings({ TESSERA_PLACES: path }, [])).toThrow('TESSERA_PLACES: must be a database');
  expect(readSettings({ TESSERA_PLACES: file }, []).places.of('198.51.100.4')?.country).toBe('JP');
});
