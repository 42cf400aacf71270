import { definePlugin } from '../../core/contract/plugin.ts';
import { defineSetupSection } from '../../core/contract/setup-page.ts';
import { defineUserSection } from '../../core/contract/user-page.ts';
import { requires } from './requires.ts';

const security = defineUserSection<typeof requires>({
  titleKey: 'user-security.title',
  order: 20,
  load: () => import('./security-section.tsx'),
});

const summary = defineSetupSection<typeof requires>({
  titleKey: 'user-security.title',
  order: 20,
  load: () => import('./setup-summary.tsx'),
});

export const plugin = definePlugin({ requires, open: { security, summary } });
