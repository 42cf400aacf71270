import { describe, expect, it } from 'vitest';
import { migratePanelConfig } from '../../core/kernel/panels/panel-config.ts';
import { passedOn, unmarked, withoutMark } from './panel-versions.ts';

const restored = (saved: { version: number; config: Readonly<Record<string, unknown>> }, version: number) => {
  const panel = { kind: 'ready' as const, version, definition: { migrations: passedOn(version) } };
  const migrated = migratePanelConfig({ type: 'panel-guest/main', ...saved }, panel);
  return 'config' in migrated ? unmarked(migrated.config, version) : migrated;
};

describe('the config of a packaged panel', () => {
  it('comes to the frame with the version that it was saved with, over several updates too', () => {
    expect(restored({ version: 1, config: { count: 2 } }, 3)).toEqual({ version: 1, config: { count: 2 } });
    expect(restored({ version: 3, config: { total: 2 } }, 3)).toEqual({ version: 3, config: { total: 2 } });
  });

  it('keeps that version when the panel was changed before the update and not saved and read in between', () => {
    const changed = { ...withoutMark({ count: 2 }) };
    expect(restored({ version: 1, config: changed }, 2)).toEqual({ version: 1, config: { count: 2 } });
  });

  it('is of the present version once the new panel has changed it', () => {
    const marked = { '@version': 1, count: 2 };
    expect(unmarked({ ...marked, ...withoutMark({ total: 3 }) }, 2).version).toBe(2);
  });
});
