import { describe, expect, it } from 'vitest';
import { freshDraft } from '../ticket-draft.ts';
import { confirmationFor, defaultSettings, readUserSettings } from './ticket-settings.ts';

describe('the settings of a ticket', () => {
  it('come back as they were saved, and as the defaults where they do not fit', () => {
    const { advanced: _panel, ...defaults } = defaultSettings;
    const saved = { ...defaults, confirm: { ...defaults.confirm, limit: false }, largeAbove: '5000' };
    expect(readUserSettings(JSON.parse(JSON.stringify(saved)))).toEqual(saved);
    expect(readUserSettings({})).toEqual(defaults);
    expect(readUserSettings({ confirm: 7, largeAbove: '-1', syncAccounts: [] })).toEqual(defaults);
    expect(readUserSettings({ syncAccounts: { 4: { on: true, ratio: 0, max: 'x' }, 5: null } }).syncAccounts).toEqual({
      4: { on: true, ratio: 100, max: '' },
      5: { on: false, ratio: 100, max: '' },
    });
  });

  it.each([
    ['limit', {}, false],
    ['market', { type: 'MARKET' }, false],
    ['conditional', { type: 'STOP_MARKET' }, false],
    ['pairs', { mode: 'OCO' }, false],
    ['pairs', { mode: 'BRACKET', type: 'MARKET' }, false],
    [null, {}, true],
  ] as const)('ask as %s for %j, quick mode %s', (kind, change, quick) => {
    expect(confirmationFor({ ...freshDraft, ...change }, '10', defaultSettings, quick)).toBe(kind);
  });

  it('ask nothing about a kind that was switched off, but still about a large order of it', () => {
    const settings = { ...defaultSettings, confirm: { ...defaultSettings.confirm, limit: false }, largeAbove: '100' };
    expect(confirmationFor(freshDraft, '100', settings, false)).toBeNull();
    expect(confirmationFor(freshDraft, '100.01', settings, false)).toBe('large');
    expect(confirmationFor(freshDraft, '100.01', { ...settings, confirm: { ...settings.confirm, large: false } }, false)).toBeNull();
  });
});
