import { describe, expect, it } from 'vitest';
import type { PanelMigration } from '../../contract/panel.ts';
import { changedPanel, type PanelState, type PlaceholderReason, restorePanel, type SavedPanel } from './panel-config.ts';

const saved: SavedPanel = { type: 'panel-chart/chart', version: 1, config: { depth: 5 } };
const migrations: readonly PanelMigration[] = [
  { to: 2, up: ({ depth, ...rest }) => ({ ...rest, levels: depth }) },
  { to: 3, up: (config) => ({ ...config, levels: Number(config.levels) * 2 }) },
];
const ready = (version: number, changes: Partial<Extract<PanelState, { kind: 'ready' }>['definition']> = {}): PanelState => ({
  kind: 'ready',
  version,
  definition: { migrations, ...changes },
});
const accept = (): readonly string[] => [];

describe('a saved panel', () => {
  it.each<[string, SavedPanel, PanelState, object]>([
    ['of the present version comes back as it is', saved, ready(1), { depth: 5 }],
    ['of an older version is migrated step by step', saved, ready(3), { levels: 10 }],
    [
      'gets defaults for what it does not say',
      saved,
      ready(1, { defaultConfig: { depth: 1, colour: 'red' } }),
      { depth: 5, colour: 'red' },
    ],
  ])('%s', (_, panel, state, config) => {
    expect(restorePanel(panel, state, accept)).toMatchObject({ outcome: 'ready', config });
  });

  const throwing = [{ to: 2, up: () => JSON.parse('{') as Record<string, unknown> }];
  const mutating = [{ to: 2, up: (config: object) => Object.assign(config, { depth: 99 }) as Record<string, unknown> }];
  it.each<[string, SavedPanel, PanelState, PlaceholderReason | object]>([
    ['is unknown', saved, { kind: 'unknown' }, { code: 'unknown' }],
    ['is locked', saved, { kind: 'locked', minVip: 2 }, { code: 'locked', minVip: 2 }],
    ['belongs to a disabled plugin', saved, { kind: 'disabled' }, { code: 'disabled' }],
    ['belongs to a failed plugin', saved, { kind: 'failed' }, { code: 'failed' }],
    ['is of a newer version', { ...saved, version: 4 }, ready(3), { code: 'newer-version', version: 4 }],
    ['lacks a migration', saved, ready(2, { migrations: [] }), { code: 'migration-missing', version: 2 }],
    [
      'has a migration that throws',
      saved,
      ready(2, { migrations: throwing }),
      { code: 'migration-failed', detail: expect.stringMatching(/^to version 2: /) },
    ],
    ['does not fit its schema', saved, ready(1, { configSchema: {} }), { code: 'config-invalid', detail: '/depth: too deep' }],
    [
      'has a migration that writes into its argument',
      saved,
      ready(2, { migrations: mutating, configSchema: {} }),
      { code: 'config-invalid' },
    ],
  ])('becomes a placeholder with its config untouched when it %s', (_, panel, state, reason) => {
    const before = JSON.stringify(panel);
    const restored = restorePanel(panel, state, () => ['/depth: too deep']);
    expect(restored).toMatchObject({ outcome: 'placeholder', reason });
    expect(restored.outcome === 'placeholder' && restored.saved).toBe(panel);
    expect(JSON.stringify(panel)).toBe(before);
  });
});

describe('a change of a shown panel', () => {
  it('brings nothing of an older version back that its migrations have changed or taken away', () => {
    const old: SavedPanel = { ...saved, version: 2, config: { levels: 5, gone: true } };
    const without = [{ to: 3, up: ({ levels }: Readonly<Record<string, unknown>>) => ({ levels: Number(levels) * 2 }) }];
    const restored = restorePanel(old, ready(3, { migrations: without }), accept);
    if (restored.outcome !== 'ready') throw new Error(restored.reason.code);
    const changed = changedPanel(old, restored, { colour: 'red' });
    expect(changed).toEqual({ version: 3, config: { levels: 10, colour: 'red' } });
    expect(changedPanel(changed, restored, { bars: 2 }).config, 'two changes between two drawings').toEqual({
      levels: 10,
      colour: 'red',
      bars: 2,
    });
  });
});
