import { describe, expect, it } from 'vitest';
import { manifestOf } from '../kernel-fixture.ts';
import { createManifestValidator } from './manifest-validator.ts';

const { check: validate } = createManifestValidator();
const problemsOf = (raw: unknown): readonly string[] => {
  const checked = validate(raw);
  return checked.ok ? [] : checked.problems;
};

describe('the manifest validator', () => {
  it('accepts a manifest with the least that is needed', () => {
    expect(problemsOf(manifestOf('panel-chart'))).toEqual([]);
  });

  it.each<[string, unknown, RegExp]>([
    ['an unknown key', { ...manifestOf('a'), colour: 'red' }, /plugin.json: unknown key "colour"/],
    ['an unknown key inside access', { ...manifestOf('a'), access: { level: 2 } }, /\/access: unknown key "level"/],
    [
      'a contribution that nobody reads',
      { ...manifestOf('a'), contributes: { settings: [{ id: 'a', title: 'a.title' }] } },
      /\/contributes: unknown key "settings"/,
    ],
    ['an unknown role', { ...manifestOf('a'), access: { roles: ['king'] } }, /\/access\/roles\/0: must be one of admin, user, /],
    [
      'an unknown capability',
      { ...manifestOf('a'), capabilities: ['orders.all'] },
      /\/capabilities\/0: must be one of markets\.read, .*orders\.place/,
    ],
    ['a VIP level above the highest', { ...manifestOf('a'), access: { minVip: 4 } }, /\/access\/minVip/],
    ['a missing field', { id: 'a' }, /version/],
    ['an id in capitals', manifestOf('Chart'), /\/id/],
    ['a version that is no semver', { ...manifestOf('a'), version: '1' }, /\/version/],
    ['something that is no object', 'plugin', /must be object/],
  ])('refuses %s and says where', (_, raw, problem) => {
    expect(problemsOf(raw).join('\n')).toMatch(problem);
  });

  it('gathers all problems', () => {
    expect(problemsOf({ ...manifestOf('A'), colour: 1, api: 2 }).length).toBeGreaterThanOrEqual(3);
  });
});
