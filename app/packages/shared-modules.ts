import {
  Badge,
  Button,
  Checkbox,
  Combobox,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  DialogTrigger,
  Divider,
  Dropdown,
  Field,
  Input,
  Label,
  Link,
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemCheckbox,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Option,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Radio,
  RadioGroup,
  Select,
  Slider,
  Spinner,
  Switch,
  Tab,
  TabList,
  Textarea,
  Tooltip,
} from '@fluentui/react-components';
import { autorun, makeAutoObservable, makeObservable, observable, observableRef, reaction, runInAction, untracked } from 'mobx';
import { observer } from 'mobx-react-lite';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { useTranslation } from 'react-i18next';
import * as ui from '../../core/ui/index.ts';
import type { SharedModule, sharedNames } from './shared-names.ts';

type Shared = { readonly [M in keyof typeof sharedNames]: Readonly<Record<(typeof sharedNames)[M][number], unknown>> };

/** Loaded with the first package that has something to show. */
const modules: Shared & Readonly<Record<SharedModule, unknown>> = {
  react,
  'react-dom': reactDom,
  'react/jsx-runtime': jsxRuntime,
  'core/ui': ui,
  mobx: { autorun, makeAutoObservable, makeObservable, observable, observableRef, reaction, runInAction, untracked },
  'mobx-react-lite': { observer },
  'react-i18next': { useTranslation },
  '@fluentui/react-components': {
    Badge,
    Button,
    Checkbox,
    Combobox,
    Dialog,
    DialogActions,
    DialogBody,
    DialogContent,
    DialogSurface,
    DialogTitle,
    DialogTrigger,
    Divider,
    Dropdown,
    Field,
    Input,
    Label,
    Link,
    Menu,
    MenuDivider,
    MenuItem,
    MenuItemCheckbox,
    MenuItemRadio,
    MenuList,
    MenuPopover,
    MenuTrigger,
    Option,
    Popover,
    PopoverSurface,
    PopoverTrigger,
    Radio,
    RadioGroup,
    Select,
    Slider,
    Spinner,
    Switch,
    Tab,
    TabList,
    Textarea,
    Tooltip,
  },
};

/** Packages look here for what they do not bring; see `scripts/plugin-pack/bundle-client.ts`. */
export function shareModules(): void {
  if (Object.hasOwn(globalThis, 'tesseraShared')) return;
  Object.defineProperty(globalThis, 'tesseraShared', { value: Object.freeze(modules) });
}
