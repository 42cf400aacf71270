import { autorun, makeAutoObservable, makeObservable, observable, observableRef, reaction, runInAction, untracked } from 'mobx';
import { observer } from 'mobx-react-lite';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { useTranslation } from 'react-i18next';
import * as ui from '../../core/ui/index.ts';
import type { SharedModule, sharedNames } from './shared-names.ts';

type Named = Omit<typeof sharedNames, '@fluentui/react-components'>;
type Shared = { readonly [M in keyof Named]: Readonly<Record<Named[M][number], unknown>> };

const modules: Shared & Readonly<Record<Exclude<SharedModule, '@fluentui/react-components'>, unknown>> = {
  react,
  'react-dom': reactDom,
  'react/jsx-runtime': jsxRuntime,
  'core/ui': ui,
  mobx: { autorun, makeAutoObservable, makeObservable, observable, observableRef, reaction, runInAction, untracked },
  'mobx-react-lite': { observer },
  'react-i18next': { useTranslation },
};

/** Packages look here for what they do not bring; see `scripts/plugin-pack/bundle-client.ts`. Before the realm is locked. */
export async function shareModules(withFluent: boolean): Promise<void> {
  const fluent = withFluent ? (await import('./shared-fluent.ts')).sharedFluent : {};
  const value = Object.freeze({ ...modules, '@fluentui/react-components': Object.freeze(fluent) });
  Object.defineProperty(globalThis, 'tesseraShared', { value });
}
