import type { ReactNode } from 'react';
import { aiPath, tradePath } from '../../../core/client/layouts/layout-store.ts';
import { lazyPart } from '../../../core/ui/states/lazy-part.ts';
import { panelsStand } from '../../layout/panels-stand.ts';
import { Late } from '../late.tsx';

/** Menus are a fifth of the shell's code and nobody opens one in the first moment: they come after it and after the panels, all in one piece. */
const load = async () => {
  if ([tradePath, aiPath].includes(window.location.pathname)) await panelsStand(longestWaitMs);
  return import('./menus.tsx');
};
/** Of a slow line or machine. */
const longestWaitMs = 3_000;

export const LanguageMenu = lazyPart(async () => (await load()).LanguageMenu);
export const AppearanceMenu = lazyPart(async () => (await load()).AppearanceMenu);
export const AccountMenu = lazyPart(async () => (await load()).AccountMenu);
export const NoticeCentre = lazyPart(async () => (await load()).NoticeCentre);
export const VenueDots = lazyPart(async () => (await load()).VenueDots);
export const PanelTabDot = lazyPart(async () => (await load()).PanelTabDot);
/** Messages wait in their store for it. */
export const Toasts = lazyPart(async () => (await load()).Toasts);
export const MoveMode = lazyPart(async () => (await load()).MoveMode);
export const WaitingWindows = lazyPart(async () => (await load()).WaitingWindows);
export const WorkspaceMenu = lazyPart(async () => (await load()).WorkspaceMenu);
export const WorkspaceAddMenu = lazyPart(async () => (await load()).WorkspaceAddMenu);
export const PageMenu = lazyPart(async () => (await load()).PageMenu);

/** Keeps a menu's place until it is there. */
export function Later({ width, children }: { readonly width: number; readonly children: ReactNode }) {
  return <Late waiting={<span style={{ width }} />}>{children}</Late>;
}
