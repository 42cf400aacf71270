import { joinedTexts } from './joined-texts.ts';

/** The manifests are there without waiting; they say which plugins have texts. */
const manifests = import.meta.glob('../../plugins/*/plugin.json', { eager: true, import: 'default' });

export const workbenchTexts = joinedTexts(
  (language) => [
    ...['ui', 'forms'].map((namespace) => `../../locales/${language}/${namespace}.json`),
    ...Object.keys(manifests).map((path) => path.replace('plugin.json', `locales/${language}.json`)),
  ],
  {
    en: () => import('./workbench-texts-en.ts'),
    'zh-CN': () => import('./workbench-texts-zh-cn.ts'),
    'zh-TW': () => import('./workbench-texts-zh-tw.ts'),
  },
);
