import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { lookOf, readStoredAppearance, showLook } from '../core/client/settings/appearance.ts';
import { readLanguage } from '../core/client/settings/language.ts';
import { platformOn } from '../core/client/settings/platform.ts';
import { systemTheme } from '../core/client/settings/system-theme.ts';
import { markLostStyles } from '../core/ui/states/lost-styles.ts';
import { App, preloadPage } from './app.tsx';
import { createI18n } from './i18n/create-i18n.ts';
import { shellTexts } from './i18n/shell-texts.ts';
import { TextLoaders } from './i18n/text-loaders.ts';
import { followWindowWidth } from './shell/root-font.ts';

const root = document.documentElement;
const language = readLanguage(localStorage, platformOn(root));
showLook(root, lookOf(readStoredAppearance(localStorage), systemTheme(window)));
root.lang = language;
followWindowWidth(root, window);
markLostStyles(window);

preloadPage(window.location.pathname);
const loaders = new TextLoaders();
loaders.add(shellTexts);
const i18n = await createI18n(loaders, language);
i18n.on('languageChanged', (changed) => {
  root.lang = changed;
});

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');
createRoot(container).render(
  <StrictMode>
    <App i18n={i18n} loaders={loaders} />
  </StrictMode>,
);
