import { describe, expect, it } from 'vitest';
import { contractVersion } from '../contract/version.ts';
import { createManifestValidator } from './checks/manifest-validator.ts';
import { discover } from './discovery.ts';
import { manifestOf } from './kernel-fixture.ts';
import type { PluginManifest } from './manifest.ts';

const page = { id: 'about', title: 'site-about.title', description: 'site-about.text', path: '/about-us' };
const open = { roles: 'public' } as const;
const withPages = (pages: readonly object[], access: object | null = open, id = 'site-about'): PluginManifest =>
  ({ ...manifestOf(id), kind: 'site', ...(access === null ? {} : { access }), contributes: { site: pages } }) as PluginManifest;
const validator = createManifestValidator();
const problemOf = (manifest: PluginManifest): string => {
  const checked = validator.check(manifest);
  return checked.ok ? '' : checked.problems.join('; ');
};

describe('a public page in a manifest', () => {
  it('is taken with a path, a title and what it is about', () => {
    expect(problemOf(withPages([page, { ...page, id: 'values', path: '/about-us/values' }]))).toBe('');
  });

  it.each<[string, PluginManifest, RegExp]>([
    ['one id twice', withPages([page, page]), /"about" stands there twice/],
    ['a path of the product', withPages([{ ...page, path: '/login' }]), /the path "\/login" is the product's own/],
    ['a path under one of the product', withPages([{ ...page, path: '/sapi/about' }]), /the path "\/sapi\/about" is the product's own/],
    ['the path of a language', withPages([{ ...page, path: '/zh-tw/about' }]), /the product's own/],
    ['a path with capitals', withPages([{ ...page, path: '/About' }]), /\/contributes\/site\/0\/path/],
    ['a path that takes anything', withPages([{ ...page, path: '/about/:who' }]), /\/contributes\/site\/0\/path/],
    ['a heading that no footer has', withPages([{ ...page, nav: { label: 'a.b', section: 'more', order: 1 } }]), /section: must be one of/],
    ['a plugin that guests do not have', withPages([page], { roles: ['admin'] }), /needs the access \{"roles": "public"\}/],
    ['a plugin that needs a level', withPages([page], { roles: 'public', minVip: 1 }), /and nothing beside it/],
    ['a plugin that says nothing of guests', withPages([page], null), /needs the access/],
  ])('is refused with %s', (_, manifest, problem) => {
    expect(problemOf(manifest)).toMatch(problem);
  });

  it('puts the later of two plugins off that have a page at one path, signed-in pages among them', () => {
    const signedIn = {
      ...manifestOf('page-about'),
      contributes: { routes: [{ id: 'about', title: 'page-about.title', path: '/about-us' }] },
    };
    const manifests = [withPages([page]), withPages([page], open, 'site-other'), signedIn];
    const sources = manifests.map((manifest) => ({ folder: manifest.id, manifest, load: null }));
    const { found } = discover(sources, validator, contractVersion, []);
    expect(found.map(({ id, failure }) => [id, failure?.detail ?? ''])).toEqual([
      ['site-about', ''],
      ['site-other', 'page "/about-us" is claimed by plugin "site-about" and plugin "site-other"'],
      ['page-about', 'page "/about-us" is claimed by plugin "site-about" and plugin "page-about"'],
    ]);
  });
});
