import { joinedTexts } from './joined-texts.ts';

/** What public pages say. All other texts come with the workbench, so that these pages know nothing of plugins. */
export const shellTexts = joinedTexts((language) => ['app', 'errors'].map((namespace) => `../../locales/${language}/${namespace}.json`), {
  en: () => import('./shell-texts-en.ts'),
  'zh-CN': () => import('./shell-texts-zh-cn.ts'),
  'zh-TW': () => import('./shell-texts-zh-tw.ts'),
});
