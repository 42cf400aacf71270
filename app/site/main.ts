import { appearanceKey, lookOf, readStoredAppearance, showLook } from '../../core/client/settings/appearance.ts';
import { languageKey } from '../../core/client/settings/language.ts';
import { systemTheme } from '../../core/client/settings/system-theme.ts';
import { browserTimers } from '../../core/client/timers.ts';
import type { ThemeName } from '../../core/contract/theme.ts';
import { followIslands } from './islands.ts';

/** All that runs on a public page beside its islands: choices are kept, menus close. */

// What is under the first view was left for later by the style sheets: until somebody scrolls there is time for it.
browserTimers.nextFrame(() => void browserTimers.after(0, () => document.documentElement.toggleAttribute('data-painted', true)));

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  const language = target.closest<HTMLElement>('[data-language]')?.dataset.language;
  if (language !== undefined) localStorage.setItem(languageKey, language);
  const theme = target.closest<HTMLElement>('[data-theme-to]')?.dataset.themeTo;
  if (theme !== undefined) chooseTheme(theme as ThemeName);
  closeMenus(target.closest('details'));
});

document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') closeMenus(null);
});

function chooseTheme(theme: ThemeName): void {
  const look = { ...lookOf(readStoredAppearance(localStorage), systemTheme(window)), theme };
  localStorage.setItem(appearanceKey, JSON.stringify(look));
  showLook(document.documentElement, look);
  // The button that was pressed has given way to its opposite.
  document.querySelector<HTMLElement>(`[data-theme-to]:not([data-theme-to="${theme}"])`)?.focus();
}

function closeMenus(but: Element | null): void {
  for (const menu of document.querySelectorAll('header details[open]')) {
    if (menu === but) continue;
    const hadFocus = menu.contains(document.activeElement);
    menu.removeAttribute('open');
    if (hadFocus) menu.querySelector('summary')?.focus();
  }
}

followIslands(document, window);
