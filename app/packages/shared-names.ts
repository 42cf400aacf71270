/**
 * Modules of the host that packages use instead of copies of their own, by the names under which plugins import them. Where
 * names stand, these and no others can be had: what nobody uses need not be loaded.
 */
export const sharedNames = {
  mobx: ['autorun', 'makeAutoObservable', 'makeObservable', 'observable', 'observableRef', 'reaction', 'runInAction', 'untracked'],
  'mobx-react-lite': ['observer'],
  'react-i18next': ['useTranslation'],
  '@fluentui/react-components': [
    ...['Badge', 'Button', 'Checkbox', 'Combobox', 'Dialog', 'DialogActions', 'DialogBody', 'DialogContent', 'DialogSurface'],
    ...['DialogTitle', 'DialogTrigger', 'Divider', 'Dropdown', 'Field', 'Input', 'Label', 'Link', 'Menu', 'MenuDivider', 'MenuItem'],
    ...['MenuItemCheckbox', 'MenuItemRadio', 'MenuList', 'MenuPopover', 'MenuTrigger', 'Option', 'Popover', 'PopoverSurface'],
    ...['PopoverTrigger', 'Radio', 'RadioGroup', 'Select', 'Slider', 'Spinner', 'Switch', 'Tab', 'TabList', 'Textarea', 'Tooltip'],
  ],
} as const;

/** Whole: every name of theirs can be had. */
const sharedWhole = ['react', 'react-dom', 'react/jsx-runtime', 'core/ui'] as const;

export type SharedModule = keyof typeof sharedNames | (typeof sharedWhole)[number];
export const sharedModules: readonly SharedModule[] = [...sharedWhole, ...(Object.keys(sharedNames) as (keyof typeof sharedNames)[])];
