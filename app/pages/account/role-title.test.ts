import { expect, it } from 'vitest';
import { contributedTitle } from './role-title.ts';

it('calls a role of a plugin as the plugin does in each language, and by its word where it has no name', async () => {
  const files = {
    '../../plugins/role-clerk/locales/en.json': async () => ({ 'role.clerk': 'Clerk' }),
    '../../plugins/role-clerk/locales/zh-CN.json': async () => ({ role: { clerk: '文员' } }),
  };
  const titleOf = (role: `${string}/${string}`, language: string) => contributedTitle(role, language, files);
  expect([await titleOf('role-clerk/clerk', 'en'), await titleOf('role-clerk/clerk', 'zh-CN')]).toEqual(['Clerk', '文员']);
  expect([await titleOf('role-clerk/other', 'en'), await titleOf('role-gone/clerk', 'en')]).toEqual([
    'role-clerk/other',
    'role-gone/clerk',
  ]);
});
