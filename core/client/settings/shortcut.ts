/** Keys of a shortcut such as `Mod+Shift+K`; Mod is ⌘ on a Mac and Ctrl elsewhere. Signs stand as they are typed: `?`, not `Shift+/`. */
type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'> & { readonly code?: string };

const modifierKeys: readonly string[] = ['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'CapsLock', 'Dead', 'Process', 'Unidentified'];
const names: Readonly<Record<string, string>> = { ' ': 'Space', '+': 'Plus' };

export function matchesShortcut(shortcut: string, event: KeyPress, mac: boolean): boolean {
  return shortcutOf(event, mac)?.toLowerCase() === shortcut.toLowerCase();
}

/** The keys that are pressed, as a shortcut; null while only modifiers are. */
export function shortcutOf(event: KeyPress, mac: boolean): string | null {
  const key = keyOf(event);
  if (key === null) return null;
  const [mod, other] = mac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  const shift = event.shiftKey && !isSign(key);
  return [mod ? 'Mod' : '', other ? 'Ctrl' : '', event.altKey ? 'Alt' : '', shift ? 'Shift' : '', key].filter(Boolean).join('+');
}

function keyOf({ key, code, altKey }: KeyPress): string | null {
  if (modifierKeys.includes(key)) return null;
  // With ⌥ a Mac types other letters: the key's place says which was meant.
  const place = altKey ? /^(?:Key([A-Z])|Digit(\d))$/.exec(code ?? '') : null;
  const name = place?.[1] ?? place?.[2] ?? names[key] ?? key;
  return name.length === 1 ? name.toUpperCase() : name;
}

/** Which sign a key gives depends on Shift and on the keyboard; only the sign counts. */
const isSign = (key: string): boolean => key === 'Plus' || (key.length === 1 && !/[\p{L}\d]/u.test(key));

/** Combinations that most browsers or systems keep for themselves: a page is never told. */
const keptByBrowsers: readonly string[] = [
  'Mod+W',
  'Mod+T',
  'Mod+N',
  'Mod+Shift+W',
  'Mod+Shift+T',
  'Mod+Shift+N',
  'Mod+Tab',
  'Mod+Q',
  'Alt+F4',
];

export const isKeptByBrowsers = (shortcut: string): boolean => keptByBrowsers.includes(shortcut.replace(/^Ctrl\+/, 'Mod+'));

/** Keys that move and confirm in every control; no command may take them. */
const controlKeys: readonly string[] = ['Tab', 'Shift+Tab', 'Enter', 'Escape', 'Space', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

export const isControlKey = (shortcut: string): boolean => controlKeys.includes(shortcut);

const layers = 'dialog, [role=dialog], [role=menu]';
const isIn = (target: EventTarget | null, places: string): boolean => {
  const closest = (target as Partial<Element> | null)?.closest;
  return closest !== undefined && closest.call(target, places) !== null;
};

/** True where plain letters belong to the control that has the focus: they are typed, or choose from a list. */
export const takesLetters = (target: EventTarget | null): boolean => isIn(target, `input, textarea, select, [contenteditable], ${layers}`);

/** A key alone, or with Shift, gives way to typing; F1 to F12 type nothing, and give way to what lies over the page alone. */
export function givesWay(shortcut: string, target: EventTarget | null): boolean {
  if (/(^|\+)(Mod|Ctrl|Alt)\+/.test(shortcut)) return false;
  return /(^|\+)F\d+$/.test(shortcut) ? isIn(target, layers) : takesLetters(target);
}

const arrows: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Plus: '+' };

/** For menus: `Ctrl+K`, or `⌘K` on a Mac. */
export function shortcutText(shortcut: string, mac: boolean): string {
  const parts = shortcut.split('+').map((part) => arrows[part] ?? part);
  if (!mac) return parts.map((part) => (part === 'Mod' ? 'Ctrl' : part === 'Ctrl' ? 'Win' : part)).join('+');
  const signs: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Shift: '⇧', Alt: '⌥' };
  return parts.map((part) => signs[part] ?? part).join('');
}
