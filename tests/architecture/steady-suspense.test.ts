import { expect, it } from 'vitest';
import { isTest, readSource, sourceFiles } from './reading/source-files.ts';

it('every part that comes late is awaited by SteadySuspense: React alone may never draw it on a page whose prices never rest', () => {
  const users = sourceFiles()
    .filter((file) => /^(app|core|plugins)\//.test(file) && file.endsWith('.tsx') && !isTest(file))
    .filter((file) => /<Suspense\b/.test(readSource(file)));
  expect(users).toEqual(['core/ui/states/steady-suspense.tsx']);
});
