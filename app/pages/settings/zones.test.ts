import { expect, it } from 'vitest';
import { findZones, zoneOffset } from './zones.ts';

const summer = Date.UTC(2026, 6, 1);

it('finds a zone by its place, by words in any order and by its distance from UTC', () => {
  expect(findZones('hong', summer)[0]).toBe('Asia/Hong_Kong');
  expect(findZones('york america', summer)).toEqual(['America/New_York']);
  expect(findZones('utc+5:45', summer)).toEqual(['Asia/Kathmandu']);
  expect(findZones('atlantis', summer)).toEqual([]);
  expect(findZones('', summer)).toContain('UTC');
});

it('says how far a zone is from UTC', () => {
  const offsets = ['Asia/Shanghai', 'UTC', 'Asia/Kolkata'].map((zone) => zoneOffset(zone, summer));
  expect(offsets).toEqual(['UTC+8', 'UTC', 'UTC+5:30']);
});
