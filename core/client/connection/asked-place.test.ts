import { describe, expect, it } from 'vitest';
import { FakeStorage } from '../testing/fake-storage.ts';
import { ownPlace, rememberAsked, takeAsked } from './asked-place.ts';

const origin = 'https://trade.example';

describe('where a sign-in leads', () => {
  it.each([
    ['/admin/inbox?letter=7#notes', '/admin/inbox?letter=7#notes'],
    ['/admin/../risk', '/risk'],
    ['/finance?next=https://evil.example', '/finance?next=https://evil.example'],
  ])('%s is a place of ours', (place, read) => expect(ownPlace(place, origin)).toBe(read));

  it.each([
    ...[
      '//evil.example',
      '///evil.example',
      '\\\\evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/\n//evil.example',
      '/.//evil.example',
    ],
    ...[
      '/a/..//evil.example',
      'https://evil.example',
      'https:evil.example',
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
    ],
    ...[
      ' //evil.example',
      'https://trade.example@evil.example',
      'https://trade.example.evil.example/',
      'risk',
      '',
      '//',
      'https://trade.example/risk',
    ],
  ])('“%s” leads nowhere else, and is forgotten', (place) => {
    expect(ownPlace(place, origin)).toBeNull();
    const storage = new FakeStorage();
    rememberAsked(storage, place);
    expect([takeAsked(storage, origin), takeAsked(storage, origin)]).toEqual([null, null]);
  });

  it('what was asked for leads there once', () => {
    const storage = new FakeStorage();
    rememberAsked(storage, '/risk?part=limits');
    expect([takeAsked(storage, origin), takeAsked(storage, origin)]).toEqual(['/risk?part=limits', null]);
  });
});
