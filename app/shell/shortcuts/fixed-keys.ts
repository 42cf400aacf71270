/** Keys that a control has by itself; the cheat sheet lists them after the commands. */
export interface FixedKeys {
  /** Locale key `place.<place>`. */
  readonly place: string;
  /** `text`: locale key `fixedKey.<text>`. */
  readonly lines: readonly { readonly text: string; readonly keys: readonly string[] }[];
}

export const fixedKeys: readonly FixedKeys[] = [
  {
    place: 'workspaceTab',
    lines: [
      { text: 'neighbour', keys: ['ArrowLeft', 'ArrowRight'] },
      { text: 'rename', keys: ['F2'] },
      { text: 'reorder', keys: ['Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowRight'] },
      { text: 'closeTab', keys: ['Delete'] },
    ],
  },
  {
    place: 'panelTab',
    lines: [
      { text: 'neighbour', keys: ['ArrowLeft', 'ArrowRight'] },
      { text: 'linkGroup', keys: ['Shift+F10'] },
      { text: 'closeTab', keys: ['Delete'] },
    ],
  },
  { place: 'splitter', lines: [{ text: 'resize', keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] }] },
];
