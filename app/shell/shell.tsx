import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import { Header } from './header.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Palette, type PaletteMode } from './palette.tsx';
import styles from './shell.module.css';
import { registerShellCommands } from './shell-commands.ts';
import { SideMenu } from './side-menu.tsx';
import { Toasts } from './toasts.tsx';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** What stands around every signed-in page: header, side menu, messages, and the palette over all of it. */
export const Shell = observer(function Shell({ children }: { readonly children: ReactNode }) {
  const workbench = useWorkbench();
  const navigate = useNavigate();
  const [palette, setPalette] = useState<PaletteMode | null>(null);
  const { commands } = workbench.services;

  useEffect(
    () =>
      registerShellCommands(workbench, {
        openPalette: (mode) => setPalette(mode),
        goTo: (path) => void navigate(path),
      }),
    [workbench, navigate],
  );

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented && commands.handleKey(event, isMac)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [commands]);

  return (
    <div className={styles.shell}>
      <Header onPalette={setPalette} isMac={isMac} />
      <OfflineBanner />
      <div className={styles.middle}>
        <SideMenu />
        <main className={styles.main}>{children}</main>
      </div>
      <Toasts />
      {palette !== null && <Palette mode={palette} isMac={isMac} onClose={() => setPalette(null)} />}
    </div>
  );
});
