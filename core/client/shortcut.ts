/** Keys of a shortcut such as `Mod+Shift+K`; Mod is ⌘ on a Mac and Ctrl elsewhere. */
type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

export function matchesShortcut(shortcut: string, event: KeyPress, mac: boolean): boolean {
  const parts = shortcut.split('+');
  const key = parts.pop() ?? '';
  const wanted = new Set(parts);
  const mod = mac ? event.metaKey : event.ctrlKey;
  const other = mac ? event.ctrlKey : event.metaKey;
  if (mod !== wanted.has('Mod') || other !== wanted.has('Ctrl')) return false;
  if (event.shiftKey !== wanted.has('Shift') || event.altKey !== wanted.has('Alt')) return false;
  return event.key.toLowerCase() === key.toLowerCase();
}

/** For menus: `Ctrl+K`, or `⌘K` on a Mac. */
export function shortcutText(shortcut: string, mac: boolean): string {
  if (!mac) return shortcut.replace('Mod', 'Ctrl');
  return shortcut.replace('Mod', '⌘').replace('Shift', '⇧').replace('Alt', '⌥').replaceAll('+', '');
}
