import { lazy, type ReactNode, Suspense } from 'react';

/** Menus are a fifth of the shell's code and nobody opens one in the first moment: they come after it, all in one piece. */
const load = () => import('./menus.tsx');

export const LanguageMenu = lazy(async () => ({ default: (await load()).LanguageMenu }));
export const AppearanceMenu = lazy(async () => ({ default: (await load()).AppearanceMenu }));
export const AccountMenu = lazy(async () => ({ default: (await load()).AccountMenu }));
export const NoticeCentre = lazy(async () => ({ default: (await load()).NoticeCentre }));
export const VenueDots = lazy(async () => ({ default: (await load()).VenueDots }));
export const PanelTabDot = lazy(async () => ({ default: (await load()).PanelTabDot }));
/** Messages wait in their store for it. */
export const Toasts = lazy(async () => ({ default: (await load()).Toasts }));
export const MoveMode = lazy(async () => ({ default: (await load()).MoveMode }));
export const WaitingWindows = lazy(async () => ({ default: (await load()).WaitingWindows }));
export const WorkspaceMenu = lazy(async () => ({ default: (await load()).WorkspaceMenu }));
export const WorkspaceAddMenu = lazy(async () => ({ default: (await load()).WorkspaceAddMenu }));
export const PageMenu = lazy(async () => ({ default: (await load()).PageMenu }));

/** Keeps a menu's place until it is there. */
export function Later({ width, children }: { readonly width: number; readonly children: ReactNode }) {
  return <Suspense fallback={<span style={{ width }} />}>{children}</Suspense>;
}
