import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { webLightTheme } from '@fluentui/react-components';
import { describe, expect, it } from 'vitest';
import { fluentTheme } from '../../../app/shell/theme/fluent-theme.ts';
import { ClientBundle } from '../../kit/client-bundle.ts';

const assets = fileURLToPath(new URL('../../../dist/client/assets/', import.meta.url));

describe.skipIf(ClientBundle.read() === null)('our theme of Fluent', () => {
  it('has a value for every variable of Fluent that the built client uses', () => {
    const used = new Set<string>();
    for (const file of readdirSync(assets).filter((name) => /\.(js|css)$/.test(name))) {
      for (const [, name] of readFileSync(assets + file, 'utf8').matchAll(/var\(--(\w+)\)/g)) if (name !== undefined) used.add(name);
    }
    expect(Object.keys(webLightTheme).filter((name) => used.has(name) && !(name in fluentTheme))).toEqual([]);
  });
});
